import { upstreamInvalid } from "../errors/connector-error.js";
import { memberAt } from "./member-at.js";
import {
  argumentOf,
  type Page,
  type PageAt,
  type PageSize,
  type PageStep,
  type Paging,
  withArguments,
} from "./paging.js";

/** Options of {@link pageNumber}. */
export interface PageNumberOptions extends CountedOptions {
  /** Query argument of the page number. Default: `page`. */
  readonly parameter?: string;
  /** Number of the first page. Default: 1. */
  readonly first?: number;
}

/**
 * Pages by number. The list ends when the total is reached or, without a total, on an empty page. Where
 * `shortPageEnds` is set, a short page ends it as well; where `endStatuses` are, see `emptyPageEnds`.
 *
 * A total may stop counting, or count only some items, such as those of the page. If the page that reaches it is as long as
 * requested, has items beyond it, or is the first and as long as pages often are, the next page must be missing or have no
 * other items. State where a total stops with `totalStopsAt`.
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
  const { parameter = "page", first = 1, size, endStatuses = [] } = options;
  return {
    name: "page number",
    repeatsAreFaults: true,
    endStatuses,
    first: (request) => withArguments(request, { [parameter]: first }, size),
    after: (page) => {
      const { end, ...known } = endOfCounted(page, options);
      if (end !== undefined) return { end, ...known };
      const number = first + page.index + 1;
      return { next: withArguments(page.request, { [parameter]: number }), key: String(number), ...known };
    },
    at: (page, position) =>
      size === undefined || options.emptyPageEnds === false
        ? withoutOverlap(page)
        : pageAt(page, { position, parameter, first, size }),
  };
}

/** How many items fewer than the maximum are requested, so that a page begins near an item. */
const maxSmaller = 0.5;
/** Minimum size of pages that overlap. Of smaller ones, some would have no item of their own. */
const minSize = 10;

/** Returns the page after another, where pages cannot overlap, such as where they leave out items that are counted. */
function withoutOverlap({ request, seen }: Page): PageAt {
  return { request, start: seen };
}

/**
 * Finds the page that begins at an item or shortly before it, and reaches as far as possible. Pages of one size begin
 * only at multiples of it, so the size is varied: after 100 items, page 2 of 99 items begins at the last one of them.
 */
function pageAt(
  page: Page,
  {
    position,
    parameter,
    first,
    size,
  }: {
    readonly position: number;
    readonly parameter: string;
    readonly first: number;
    readonly size: PageSize;
  },
): PageAt {
  // Where pages are shorter than requested, the upstream has a smaller maximum, and pages begin elsewhere.
  const least = Math.max(askedOf(page, size), size.value * maxSmaller);
  const isShort = page.length > 0 && page.length < least && page.count === page.length;
  if (isShort || size.value < minSize) return withoutOverlap(page);
  let best = { number: 0, asked: size.value, end: 0 };
  for (let asked = size.value; asked >= size.value * maxSmaller; asked -= 1) {
    const number = Math.floor(position / asked);
    const end = (number + 1) * asked;
    if (end > best.end) best = { number, asked, end };
  }
  const { number, asked } = best;
  const request = withArguments(page.request, { [parameter]: first + number, [size.parameter]: asked });
  return { request, start: number * asked };
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
  const { parameter = "offset", first = 0, size, endStatuses = [] } = options;
  return {
    name: "offset",
    repeatsAreFaults: true,
    endStatuses,
    first: (request) => withArguments(request, { [parameter]: first }, size),
    after: (page) => {
      const { end, ...known } = endOfCounted(page, options);
      if (end !== undefined) return { end, ...known };
      // After an empty page, the same offset would return it again.
      const skipped = page.count === 0 ? (size?.value ?? 1) : 0;
      const position = first + page.seen + skipped;
      const next = withArguments(page.request, { [parameter]: position });
      const key = String(position);
      return { next, key, ...(skipped > 0 && { start: page.seen + skipped }), ...known };
    },
    at: (page, position) =>
      options.emptyPageEnds === false
        ? withoutOverlap(page)
        : { request: withArguments(page.request, { [parameter]: first + position }), start: position },
  };
}

/** Size of pages that do not point to the next one, and how their end is recognised. */
export interface CountedOptions {
  /** Items requested per page. Default: the upstream's own size. */
  readonly size?: PageSize;
  /** Path in the body, or `header:name`, of the total number of items. Default: the upstream announces no total. */
  readonly total?: string;
  /**
   * The total at which the upstream stops counting, such as 10,000. Such a total only says that there are at least so many
   * items, so the list ends as one without a total. Default: the upstream counts all items.
   */
  readonly totalStopsAt?: number;
  /**
   * Whether a page with fewer items than requested proves the end. Set it only when the upstream never returns short
   * pages for other reasons. Default: `false`; only an empty page proves the end.
   */
  readonly shortPageEnds?: boolean;
  /**
   * Whether an empty page proves the end; `false` if any page may be empty. Default: `true`. With `endStatuses`, an empty
   * page must be the last by default: that after it must be refused, as that of a list without items is, or the list is an
   * error.
   */
  readonly emptyPageEnds?: boolean;
  /**
   * Statuses with which the upstream refuses a page after the last, such as 404. Default: none, so that such a response
   * is an error. It ends no list of which the total was announced and not reached.
   */
  readonly endStatuses?: readonly number[];
}

/** The proof of the end, if a page is the last one, and the total that the page states. */
interface CountedEnd {
  readonly end?: Extract<PageStep, { readonly end: string }>["end"];
  readonly total?: number;
  readonly mayEnd?: true;
  readonly mustEnd?: true;
}

/**
 * Decides whether a page that does not point to a next one is the last.
 *
 * @param page - The page
 * @param options - Page size and total that the upstream announces
 * @returns The proof of the end, which is missing when more items must follow, and the total
 * @throws ConnectorError `upstream_invalid` when an empty page contradicts the total
 */
function endOfCounted(page: Page, options: CountedOptions): CountedEnd {
  const total = options.total === undefined ? undefined : readTotal(page, options.total);
  const { size, totalStopsAt = Number.POSITIVE_INFINITY } = options;
  const isShort = size !== undefined && page.length < askedOf(page, size);
  // Use the latest total: it shrinks when items are removed during the read.
  if (total !== undefined && page.seen < total) {
    if (page.count > 0) return { total };
    throw upstreamInvalid(
      `Could not read a list: expected ${total} items in all, got an empty page after ${page.seen}.`,
    );
  }
  if (total !== undefined && total < totalStopsAt) {
    // A total that is smaller than the number of items does not count all of them.
    const isReached = page.seen === total && (size === undefined || isShort) && !mayCountPage(page);
    return isReached || page.count === 0 ? { end: "total reached", total } : { total, mayEnd: true };
  }
  return { ...endOfLength(page, { ...options, isShort }), ...(total !== undefined && { total }) };
}

/**
 * Returns whether a total that the first page reaches may be the number of items of the page, because pages often have as
 * many: a multiple of 5 or 12, or a power of 2. The next page shows what it is. Of other numbers, a total is believed.
 */
function mayCountPage({ index, length }: Page): boolean {
  if (index > 0 || length < 10) return false;
  return length % 5 === 0 || length % 12 === 0 || Number.isInteger(Math.log2(length));
}

/** Decides by the number of items whether a page without a total is the last. */
function endOfLength(
  { count, length }: Page,
  {
    isShort,
    shortPageEnds = false,
    endStatuses = [],
    emptyPageEnds,
  }: CountedOptions & { readonly isShort: boolean },
): CountedEnd {
  const isEmptyEnd = emptyPageEnds ?? endStatuses.length === 0;
  // A page that begins with known items has been found, so it is the last one if it has no other items.
  if (count === 0 && (isEmptyEnd || length > 0)) return { end: "empty page" };
  if (shortPageEnds && isShort) return { end: "short page" };
  return count === 0 && emptyPageEnds === undefined ? { mustEnd: true } : {};
}

/** Returns the number of items that the request for a page asked for. */
function askedOf({ request }: Page, size: PageSize): number {
  return Number(argumentOf(request, size.parameter) ?? size.value);
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
