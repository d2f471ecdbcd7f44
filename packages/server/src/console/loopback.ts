import type { IncomingHttpHeaders } from "node:http";

/** Headers of proxies besides those that begin with `x-forwarded-`. */
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
 * Reports whether a proxy passed a request on. Its connection then comes from this machine although its caller may not.
 *
 * @param headers - Headers of the request
 * @returns Whether one of them is written by proxies
 */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || forwardingHeaders.has(name));
}

/**
 * Tells whether the other end of a connection is this machine.
 *
 * @param address - Address of the peer
 * @returns `true` for 127.0.0.0/8 and ::1, also written as IPv4 in IPv6
 */
export function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
}

/**
 * Reports whether an interface to listen at belongs to this machine alone.
 *
 * @param host - Name or address
 * @returns `true` for `localhost`, 127.0.0.0/8 and ::1
 */
export function isLoopbackName(host: string): boolean {
  return isLoopbackPeer(host.toLowerCase()) || /^localhost\.?$/i.test(host);
}

/**
 * Reports whether to listen at an interface means to listen at all of them.
 *
 * @param host - Name or address
 * @returns `true` for `0.0.0.0` and `::` in their usual spellings, also written as IPv4 in IPv6
 */
export function isEveryInterface(host: string): boolean {
  return /^(?:::ffff:)?(?:0|0\.0\.0\.0)$|^::ffff:0:0$|^::0?$|^(?:0:){7}0$/i.test(host);
}

const loopbackHosts = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/** As a program writes it, and as a URL does. */
const mappedLoopbackHosts = /^\[::ffff:(?:127\.\d+\.\d+\.\d+|7f[0-9a-f]{2}:[0-9a-f]{1,4})\](?::\d+)?$/i;

/**
 * Tells whether a request was made under a name of this machine. A page of the web whose name was pointed here
 * carries its own name.
 *
 * @param host - `Host` header
 * @returns `true` for `localhost`, 127.0.0.0/8 and `[::1]`, also written as IPv4 in IPv6, with any port
 */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  return loopbackHosts.test(host) || mappedLoopbackHosts.test(host);
}
