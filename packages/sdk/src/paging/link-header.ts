import { afterAddress } from "./next-url-in-body.js";
import type { Paging } from "./paging.js";
import { type PageSize, withArguments } from "./with-arguments.js";

/** Which link leads on. */
export interface LinkHeaderOptions {
  /** Relation of the next page's link. Default: `next`. */
  readonly relation?: string;
  /** Items asked for per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by the `Link` header (RFC 8288). The end is proved by the absence of a `next` link.
 *
 * @param options - Which link leads on
 * @returns The paging
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

/**
 * Reads a `Link` header.
 *
 * @param header - Its value
 * @returns Addresses by relation; the first of each counts
 * @see RFC 8288, section 3
 */
function parseLinks(header: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  let rest = header;
  for (let start = rest.indexOf("<"); start !== -1; start = rest.indexOf("<")) {
    const end = rest.indexOf(">", start);
    if (end === -1) break;
    const address = rest.slice(start + 1, end);
    const stop = indexOutsideQuotes(rest, ",", end + 1);
    for (const relation of relationsIn(rest.slice(end + 1, stop)))
      if (!links.has(relation)) links.set(relation, address);
    rest = rest.slice(stop);
  }
  return links;
}

/** The relations that the first `rel` parameter of a link names. */
function relationsIn(parameters: string): readonly string[] {
  for (let start = 0; start < parameters.length; ) {
    const end = indexOutsideQuotes(parameters, ";", start);
    const found = /^\s*rel\s*=\s*(?:"([^"]*)"|(\S+))/i.exec(parameters.slice(start, end));
    if (found !== null) return (found[1] ?? found[2] ?? "").toLowerCase().split(/\s+/);
    start = end + 1;
  }
  return [];
}

/** Index of the next separator that is not inside quotes; the length of the text when there is none. */
function indexOutsideQuotes(text: string, separator: string, start: number): number {
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === "\\" && quoted) index += 1;
    else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) return index;
  }
  return text.length;
}
