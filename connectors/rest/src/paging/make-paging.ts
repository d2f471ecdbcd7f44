import {
  argumentOf,
  cursorInBody,
  cursorInHeader,
  type ListOrder,
  linkHeader,
  memberAt,
  nextUrlInBody,
  offset,
  type Page,
  type Paging,
  pageNumber,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { PagingConfig } from "../config/paging-config.js";
import { afterLastItem, type ItemsPlace } from "./last-item.js";
import { requireAnnounced } from "./require-announced.js";

/** Reads one page, whatever the paging of the other lists. */
const onePage: Paging = {
  name: "one page",
  repeatsAreFaults: false,
  first: (request) => request,
  after: () => ({ end: "no next page" }),
};

/** Statuses with which an API may refuse the page after a short one, which it calls the last. */
const refusals = [400, 404, 410, 416, 422];

/**
 * Creates the paging that a configuration describes.
 *
 * @param config - The kind of paging and its options
 * @param items - Where the items of a page are. Default: the page itself
 * @returns The paging
 */
export function makePaging(config: PagingConfig, items: ItemsPlace = ""): Paging {
  if (config.kind === "none") return onePage;
  if (config.kind === "lastItem") return afterLastItem(config, items);
  if (config.kind === "cursorInBody") return requireAnnounced(cursorInBody(config), config);
  if (config.kind === "cursorInHeader") return requireAnnounced(cursorInHeader(config), config);
  if (config.kind === "nextUrlInBody") return requireAnnounced(nextUrlInBody(config), config);
  if (config.kind === "linkHeader") return requireAnnounced(linkHeader(config), config);
  return countedPaging(config);
}

/**
 * Returns what can happen to the order of a list, by how it is paged.
 *
 * @param config - The kind of paging and its options
 * @returns The order
 */
export function orderOf(config: PagingConfig | undefined): ListOrder {
  if (config?.kind === "lastItem") return "stable";
  return config !== undefined && "stable" in config && config.stable ? "stable" : "unknown";
}

type CountedConfig = Extract<PagingConfig, { readonly kind: "pageNumber" | "offset" }>;

function countedPaging(config: CountedConfig): Paging {
  const { shortPageEnds = false, overlap = true, ...given } = config;
  // Statuses that the file does not name say nothing about empty pages.
  const guessed = shortPageEnds ? { endStatuses: refusals, emptyPageEnds: true } : {};
  const options = { ...(given.endStatuses === undefined && guessed), ...given };
  const paging = config.kind === "offset" ? offset(options) : pageNumber(options);
  return {
    ...paging,
    // Without `at`, pages do not overlap.
    ...(!overlap && { at: () => undefined }),
    after: (page) => {
      const pages = "pages" in config && config.pages !== undefined ? pagesIn(page, config.pages) : undefined;
      const number = numberOf(page, config);
      // A number of pages that is smaller than that of a page with items does not count all of them.
      if (pages !== undefined && (number === pages || (number > pages && page.count === 0)))
        return { end: "total reached" };
      if (pages !== undefined && page.count === 0) throw emptyBefore(pages, number);
      const step = paging.after(page);
      const isReached = step.total === undefined || page.seen >= step.total;
      return shortPageEnds && isReached && isShort(page, config.size) && !("end" in step)
        ? { ...(step.total !== undefined && { total: step.total }), end: "short page" }
        : step;
    },
  };
}

/** Returns the number of a page, from 1. Pages that overlap have another size, and so another number than their index. */
function numberOf({ request }: Page, { parameter = "page", first = 1 }: CountedConfig): number {
  return Number(argumentOf(request, parameter)) - first + 1;
}

/**
 * Reports whether a page has fewer items than requested, and than those before it. The size alone proves nothing: the API
 * may allow fewer items, and then every page would be short.
 */
function isShort({ request, index, length, seen }: Page, size: CountedConfig["size"]): boolean {
  if (index === 0) return false;
  const asked = size && Number(argumentOf(request, size.parameter) ?? size.value);
  if (asked === undefined) return length < (seen - length) / index;
  if (length >= asked) return false;
  // Another size is only requested where the pages before had the requested one.
  return asked !== size?.value || length < (seen - length) / index;
}

function emptyBefore(pages: number, number: number): Error {
  return upstreamInvalid(
    `Could not read a list: expected ${pages} pages, got an empty one as page ${number}.`,
  );
}

function pagesIn({ headers, body }: Page, place: string): number {
  const raw = place.startsWith("header:")
    ? headers[place.slice("header:".length).toLowerCase()]
    : memberAt(body, place);
  const pages = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
  if (typeof pages === "number" && Number.isSafeInteger(pages) && pages >= 0) return pages;
  throw upstreamInvalid(`Could not read a list: expected the number of pages at "${place}", got no number.`);
}
