import { upstreamInvalid } from "../errors/connector-error.js";
import { memberAt } from "./member-at.js";
import type { Page, PageStep } from "./paging.js";
import type { PageSize } from "./with-arguments.js";

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
export function endOfCounted(page: Page, options: CountedOptions): End | undefined {
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
