import { afterAddress } from "./next-url-in-body.js";
import type { Paging } from "./paging.js";
import { type PageSize, withArguments } from "./with-arguments.js";

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
function parseLinks(header: string): ReadonlyMap<string, string> {
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
