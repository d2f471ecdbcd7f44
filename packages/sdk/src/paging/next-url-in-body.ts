import { parseUrl } from "../egress/parse-url.js";
import { upstreamInvalid } from "../errors/upstream-errors.js";
import { memberAt } from "./member-at.js";
import type { Page, PageStep, Paging } from "./paging.js";
import { type PageSize, withArguments } from "./with-arguments.js";

/** Where the address of the next page stands. */
export interface NextUrlInBodyOptions {
  /** Path of the address in the body. Default: `next`. */
  readonly next?: string;
  /** Items asked for per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by the address of the next one in the body. The end is proved by its absence.
 *
 * @param options - Where the address stands
 * @returns The paging
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
 * Decides by the address of the next page what follows. It must stay at the origin of this page: the credentials do.
 *
 * @param page - The page
 * @param raw - The address as it was found
 * @returns The next request, or the end
 * @throws ConnectorError `upstream_invalid` when the address is none, or leads to another origin
 */
export function afterAddress(page: Page, raw: unknown): PageStep {
  if (raw === undefined || raw === null || raw === "" || raw === false) return { end: "no next page named" };
  const url = typeof raw === "string" ? parseUrl(raw, page.url) : undefined;
  if (url === undefined) throw upstreamInvalid("Read a list: found a next page that is no address");
  if (url.origin !== page.url.origin || url.username !== "" || url.password !== "") {
    throw upstreamInvalid(
      `Read a list: found a next page at another origin than "${page.url.origin}", where the credentials do not go`,
    );
  }
  url.hash = "";
  return { next: { path: url.href, query: {} }, key: url.href };
}
