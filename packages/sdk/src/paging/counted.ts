import { upstreamInvalid } from "../errors/upstream-errors.js";
import { memberAt } from "./member-at.js";
import type { Page, PageStep } from "./paging.js";
import type { PageSize } from "./with-arguments.js";

/** How pages without a pointer to the next one are sized and ended. */
export interface CountedOptions {
  /** Items asked for per page. Default: the upstream's own size. */
  readonly size?: PageSize;
  /** Path in the body, or `header:name`, of the number of all items. Default: none is announced. */
  readonly total?: string;
  /**
   * Whether fewer items than asked for prove the end. State it only when the upstream never sends fewer for reasons
   * of its own. Default: `false`, an empty page proves it.
   */
  readonly shortPageEnds?: boolean;
}

type End = Extract<PageStep, { readonly end: string }>["end"];

/**
 * Looks for the proof that a page without a pointer is the last.
 *
 * @param page - The page
 * @param options - What the upstream announces
 * @returns The proof, or `undefined` when there must be more
 * @throws ConnectorError `upstream_invalid` when an empty page contradicts the total
 */
export function endOfCounted(page: Page, options: CountedOptions): End | undefined {
  const total = options.total === undefined ? undefined : readTotal(page, options.total);
  if (total !== undefined) {
    // The latest total counts: it shrinks when items are removed meanwhile.
    if (page.seen >= total) return "total reached";
    if (page.count > 0) return undefined;
    throw upstreamInvalid(
      `Read a list: found an empty page after ${page.seen} items, wanted ${total} in all`,
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
  throw upstreamInvalid(`Read a list: found no number at "${place}", wanted the number of all items`);
}
