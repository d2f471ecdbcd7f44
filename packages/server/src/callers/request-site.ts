import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ConnectorError } from "@wellhead/sdk";
import { isLoopbackHost, isLoopbackPeer } from "./loopback.js";

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
  checkHost(headers.host, { hosts, local: staysOnMachine(request) });
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(request.url ?? "")?.[1];
  // Where requests are routed by host name, a target in absolute form overrides the header, so both must be allowed.
  if (target !== undefined) checkHost(target, { hosts, local: staysOnMachine(request) });
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
