import type { IncomingHttpHeaders } from "node:http";

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
