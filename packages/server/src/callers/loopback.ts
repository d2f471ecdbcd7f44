import type { IncomingHttpHeaders } from "node:http";

/** Headers that proxies add, besides those that begin with `x-forwarded-`. */
const forwardingHeaders: ReadonlySet<string> = new Set([
  "forwarded",
  "via",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-envoy-external-address",
  "x-original-forwarded-for",
  "true-client-ip",
  "cf-connecting-ip",
  "fastly-client-ip",
  "fly-client-ip",
]);

/**
 * Reports whether a proxy forwarded a request. Such a connection may come from this machine although its caller does
 * not.
 *
 * @param headers - Headers of the request
 * @returns Whether one of the headers is one that proxies add
 */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || forwardingHeaders.has(name));
}

/**
 * Reports whether the peer of a connection is this machine.
 *
 * @param address - Address of the peer
 * @returns `true` for 127.0.0.0/8 and ::1, also as IPv4-mapped IPv6
 */
export function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
}

/**
 * Reports whether a host to listen at is reachable only from this machine.
 *
 * @param host - Name or address
 * @returns `true` for `localhost`, 127.0.0.0/8 and ::1
 */
export function isLoopbackName(host: string): boolean {
  return isLoopbackPeer(host.toLowerCase()) || /^localhost\.?$/i.test(host);
}

/**
 * Reports whether listening at a host means listening at all interfaces.
 *
 * @param host - Name or address
 * @returns `true` for `0.0.0.0` and `::` in their usual spellings, also as IPv4-mapped IPv6
 */
export function isEveryInterface(host: string): boolean {
  return /^(?:::ffff:)?(?:0|0\.0\.0\.0)$|^::ffff:0:0$|^::0?$|^(?:0:){7}0$/i.test(host);
}

const loopbackHosts = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/** IPv4-mapped loopback addresses, in dotted notation and in the hexadecimal notation of the URL parser. */
const mappedLoopbackHosts = /^\[::ffff:(?:127\.\d+\.\d+\.\d+|7f[0-9a-f]{2}:[0-9a-f]{1,4})\](?::\d+)?$/i;

/**
 * Reports whether a request was sent to a name of this machine. A request from a web page whose name was rebound to
 * this machine has the name of that page in its `Host` header.
 *
 * @param host - `Host` header
 * @returns `true` for `localhost`, 127.0.0.0/8 and `[::1]`, also as IPv4-mapped IPv6, with any port
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  return loopbackHosts.test(host) || mappedLoopbackHosts.test(host);
}
