import { upstreamInvalid } from "../errors/connector-error.js";
import { parseUrl } from "../values/parse-url.js";
import { memberAt, requireMember } from "./member-at.js";
import { type Page, type PageSize, type PageStep, type Paging, withArguments } from "./paging.js";

/** Where the URL of the next page is. */
export interface NextUrlInBodyOptions {
  /** Path of the URL in the body. Default: `next`. */
  readonly next?: string;
  /**
   * Whether a page that lacks the URL ends the list. Default: `true`. Set it to `false` if the upstream has the member on
   * every page, such as `null` on the last: a page that lacks it is then an error.
   */
  readonly missingEnds?: boolean;
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
  const { next = "next", missingEnds = true, size } = options;
  return {
    name: "next URL in body",
    repeatsAreFaults: false,
    first: (request) => withArguments(request, {}, size),
    after: (page) => {
      if (!missingEnds) requireMember(page.body, next);
      return afterAddress(page, memberAt(page.body, next));
    },
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

/** Which link points to the next page. */
export interface LinkHeaderOptions {
  /** Relation of the link to the next page. Default: `next`. */
  readonly relation?: string;
  /** Items requested per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by the `Link` header (RFC 8288). The list ends when there is no `next` link.
 *
 * @param options - Which link points to the next page
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#link-header
 * function byLinkHeader(http: Http) {
 *   return http.pages<Item>("items", { paging: linkHeader() });
 * }
 * ```
 */
export function linkHeader(options: LinkHeaderOptions = {}): Paging {
  const { relation = "next", size } = options;
  return {
    name: "Link header",
    repeatsAreFaults: false,
    first: (request) => withArguments(request, {}, size),
    after: (page) => afterAddress(page, parseLinks(page.headers["link"] ?? "").get(relation)),
  };
}

/** A link: its URL, and its parameters up to the next comma outside quotes. */
const linkPattern = /<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*"?)*)/g;
/** A parameter: its name, and its value with or without quotes. */
const parameterPattern = /;\s*([^\s=;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]*)))?/g;

/**
 * Parses a `Link` header.
 *
 * @param header - Its value
 * @returns URLs by relation; the first of each relation counts
 * @see RFC 8288, section 3
 */
export function parseLinks(header: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const [, address = "", parameters = ""] of header.matchAll(linkPattern))
    for (const relation of relationsIn(parameters)) if (!links.has(relation)) links.set(relation, address);
  return links;
}

/** Returns the relations in the first `rel` parameter of a link. */
function relationsIn(parameters: string): readonly string[] {
  for (const [, name = "", quoted, bare = ""] of parameters.matchAll(parameterPattern))
    if (name.toLowerCase() === "rel") return (quoted ?? bare).toLowerCase().split(/\s+/);
  return [];
}
