import { upstreamInvalid } from "../errors/connector-error.js";
import { memberAt } from "./member-at.js";
import { type Page, type PageSize, type PageStep, type Paging, withArguments } from "./paging.js";

/** Options of {@link pageNumber}. */
export interface PageNumberOptions extends CountedOptions {
  /** Query argument of the page number. Default: `page`. */
  readonly parameter?: string;
  /** Number of the first page. Default: 1. */
  readonly first?: number;
}

/**
 * Pages by number. The list ends when the total is reached or, without a total, on an empty page. Where
 * `shortPageEnds` is set, a short page ends it as well.
 *
 * @param options - Query arguments and where the total is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#page-number
 * function byPageNumber(http: Http) {
 *   return http.pages<Item>("items", {
 *     paging: pageNumber({ size: { parameter: "per_page", value: 2 }, shortPageEnds: true }),
 *   });
 * }
 * ```
 */
export function pageNumber(options: PageNumberOptions = {}): Paging {
  const { parameter = "page", first = 1, size } = options;
  return {
    name: "page number",
    repeatsAreFaults: true,
    first: (request) => withArguments(request, { [parameter]: first }, size),
    after: (page) => {
      const end = endOfCounted(page, options);
      if (end !== undefined) return { end };
      const number = first + page.index + 1;
      return { next: withArguments(page.request, { [parameter]: number }), key: String(number) };
    },
  };
}

/** Options of {@link offset}. */
export interface OffsetOptions extends CountedOptions {
  /** Query argument of the offset, such as `startAt`. Default: `offset`. */
  readonly parameter?: string;
  /** Offset of the first item. Default: 0. */
  readonly first?: number;
}

/**
 * Pages by the number of items before the page. The end is recognised as in `pageNumber`.
 *
 * @param options - Query arguments and where the total is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#offset
 * function byOffset(http: Http) {
 *   return http.pages<Item>("items", {
 *     paging: offset({ parameter: "startAt", total: "total" }),
 *     items: "items",
 *   });
 * }
 * ```
 */
export function offset(options: OffsetOptions = {}): Paging {
  const { parameter = "offset", first = 0, size } = options;
  return {
    name: "offset",
    repeatsAreFaults: true,
    first: (request) => withArguments(request, { [parameter]: first }, size),
    after: (page) => {
      const end = endOfCounted(page, options);
      if (end !== undefined) return { end };
      const position = first + page.seen;
      return { next: withArguments(page.request, { [parameter]: position }), key: String(position) };
    },
  };
}

/** Size of pages that do not point to the next one, and how their end is recognised. */
export interface CountedOptions {
  /** Items requested per page. Default: the upstream's own size. */
  readonly size?: PageSize;
  /** Path in the body, or `header:name`, of the total number of items. Default: the upstream announces no total. */
  readonly total?: string;
  /**
   * Whether a page with fewer items than requested proves the end. Set it only when the upstream never returns short
   * pages for other reasons. Default: `false`; only an empty page proves the end.
   */
  readonly shortPageEnds?: boolean;
}

type End = Extract<PageStep, { readonly end: string }>["end"];

/**
 * Decides whether a page that does not point to a next one is the last.
 *
 * @param page - The page
 * @param options - Page size and total that the upstream announces
 * @returns The proof of the end, or `undefined` when more items must follow
 * @throws ConnectorError `upstream_invalid` when an empty page contradicts the total
 */
function endOfCounted(page: Page, options: CountedOptions): End | undefined {
  const total = options.total === undefined ? undefined : readTotal(page, options.total);
  if (total !== undefined) {
    // Use the latest total: it shrinks when items are removed during the read.
    if (page.seen >= total) return "total reached";
    if (page.count > 0) return undefined;
    throw upstreamInvalid(
      `Could not read a list: expected ${total} items in all, got an empty page after ${page.seen}.`,
    );
  }
  if (page.count === 0) return "empty page";
  const asked = options.size?.value;
  return options.shortPageEnds === true && asked !== undefined && page.count < asked
    ? "short page"
    : undefined;
}

function readTotal(page: Page, place: string): number {
  const raw = place.startsWith("header:")
    ? page.headers[place.slice("header:".length).toLowerCase()]
    : memberAt(page.body, place);
  const total = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  if (typeof total === "number" && Number.isFinite(total) && total >= 0) return total;
  throw upstreamInvalid(
    `Could not read a list: expected the number of all items at "${place}", got no number.`,
  );
}
