import { upstreamInvalid } from "../errors/connector-error.js";
import { parseUrl } from "../values/parse-url.js";
import { memberAt } from "./member-at.js";
import type { Page, PageStep, Paging } from "./paging.js";
import { type PageSize, withArguments } from "./with-arguments.js";

/** Where the URL of the next page is. */
export interface NextUrlInBodyOptions {
  /** Path of the URL in the body. Default: `next`. */
  readonly next?: string;
  /** Items requested per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by the URL of the next page in the body. The list ends when there is none.
 *
 * @param options - Where the URL is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#next-url-in-body
 * function byNextUrl(http: Http) {
 *   return http.pages<Item>("items", { paging: nextUrlInBody({ next: "links.next" }), items: "items" });
 * }
 * ```
 */
export function nextUrlInBody(options: NextUrlInBodyOptions = {}): Paging {
  const { next = "next", size } = options;
  return {
    name: "next URL in body",
    repeatsAreFaults: false,
    first: (request) => withArguments(request, {}, size),
    after: (page) => afterAddress(page, memberAt(page.body, next)),
  };
}

/**
 * Determines from the URL of the next page what follows. It must have the origin of this page, because the credentials
 * are not sent to another one.
 *
 * @param page - The page
 * @param raw - The URL as read from the response
 * @returns The next request, or the end
 * @throws ConnectorError `upstream_invalid` when it is not a URL, or has another origin
 */
export function afterAddress(page: Page, raw: unknown): PageStep {
  if (raw === undefined || raw === null || raw === "" || raw === false) return { end: "no next page" };
  const url = typeof raw === "string" ? parseUrl(raw, page.url) : undefined;
  if (url === undefined)
    throw upstreamInvalid("Could not read a list: the next page is not a valid address.");
  if (url.origin !== page.url.origin || url.username !== "" || url.password !== "") {
    throw upstreamInvalid(
      `Could not read a list: the next page is not at "${page.url.origin}", and the credentials are only for that origin.`,
    );
  }
  url.hash = "";
  return { next: { path: url.href, query: {} }, key: url.href };
}
