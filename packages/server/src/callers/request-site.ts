import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ConnectorError } from "@wellhead/sdk";

/**
 * Header of every request that the console's service sends. Relays and admin ports refuse requests with this header, so
 * that no page can make a relay call itself or read what is meant for operators.
 */
export const relayHeader = "x-wellhead-relay";

/**
 * Refuses requests that a foreign web page makes a browser send: a page whose host name was pointed at this service
 * (DNS rebinding), or a page that sends cross-site requests.
 *
 * @param request - The request
 * @param hosts - Host names of the service, in lower case
 * @throws ConnectorError `caller_forbidden` for a foreign host name or page
 */
export function checkSite(request: IncomingMessage, hosts: ReadonlySet<string>): void {
  const { headers } = request;
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(request.url ?? "")?.[1];
  const local = staysOnMachine(request);
  // Where requests are routed by host name, a target in absolute form overrides the header, so both must be allowed.
  for (const host of [headers.host, target]) checkHost(host, { hosts, local });
  if (isForeignPage(request.method, headers, hosts)) {
    throw new ConnectorError(
      "caller_forbidden",
      "Could not accept the request: it comes from a web page of another site. Call the service from a program, or add the page's host to the allowed hosts (WELLHEAD_HOSTS or --allow-host).",
    );
  }
}

/** Returns whether the connection never left this machine, so that the names of this machine are allowed. */
function staysOnMachine({ socket }: IncomingMessage): boolean {
  // An injected request has no connection, and comes from this process.
  return isLoopbackPeer(socket.localAddress ?? "127.0.0.1");
}

function checkHost(
  host: string | undefined,
  { hosts, local }: { readonly hosts: ReadonlySet<string>; readonly local: boolean },
): void {
  if (hosts.size === 0 && !local) return;
  // Only HTTP/1.0 allows a request without a Host header, and no browser uses that version.
  if (host === undefined || hosts.has(hostName(host)) || hosts.has(host.toLowerCase())) return;
  // For local connections the names of this machine are always allowed, for others only the listed names.
  if (local && isLoopbackHost(host)) return;
  throw new ConnectorError(
    "caller_forbidden",
    `Could not accept the request: this service is not called "${host.slice(0, 80)}". If a proxy passes that name on, allow it with WELLHEAD_HOSTS or --allow-host.`,
  );
}

/**
 * Returns whether a page of another site sent the request. Opening a URL as a page is allowed, because it only reads.
 */
function isForeignPage(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  hosts: ReadonlySet<string>,
): boolean {
  const opened = headers["sec-fetch-mode"] === "navigate" && (method === "GET" || method === "HEAD");
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, headers.host, hosts)) return true;
  return isCrossSite(headers) && origin === undefined && !opened;
}

function isOwnOrigin(origin: string, host: string | undefined, hosts: ReadonlySet<string>): boolean {
  const authority = /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1]?.toLowerCase();
  if (authority === undefined) return false;
  return authority === host?.toLowerCase() || hosts.has(authority) || hosts.has(hostName(authority));
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

/** The values of `Sec-Fetch-Site` for requests of the same site, or without a page. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "same-site", "none"]);

/**
 * Reports whether a browser states that a page of another site sent the request. A value that is not known, such as that
 * of two headers, counts as another site.
 *
 * @param headers - Headers of the request
 * @returns `false` also when the request has no such header, because other programs than browsers send none
 */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && !ownSites.has(site);
}

/**
 * Reports whether a request may come from a page of this origin, where cookies are read or something is changed. Pages of
 * another port are of the same site but not of this origin.
 *
 * @param request - The request
 * @returns `true` also for programs other than browsers
 */
export function isOwnPage({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, host, new Set())) return false;
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * Reports whether a request was sent to a name of this machine, and not by a page of another site.
 *
 * @param request - The request
 * @returns `true` also for a page that a link of another site opens
 */
export function isForThisMachine(request: IncomingMessage): boolean {
  const { host } = request.headers;
  return isLoopbackHost(host) && !isForeignPage(request.method, request.headers, new Set());
}

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
  return /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address ?? "");
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
export function isLoopbackHost(host = ""): boolean {
  return loopbackHosts.test(host) || mappedLoopbackHosts.test(host);
}
