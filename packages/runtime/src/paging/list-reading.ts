import {
  type HttpAnswer,
  memberAt,
  type Page,
  type PageRequest,
  type PageStep,
  type PagesOptions,
  type Paging,
  upstreamInvalid,
} from "@wellhead/sdk";
import { noItems } from "../http/items/read-items.js";
import { type LeftPage, leavePage } from "./left-page.js";
import type { ListRemarks } from "./list-remarks.js";
import { listMoved, MovingList, type ReachedItem } from "./moving-list.js";
import { digestOf, PageWatch } from "./page-watch.js";

/** Minimum number of items by which it goes back. */
const minDistance = 50;

/** Maximum part of a page that overlaps the page before it. Pages of more than that might have no new item. */
const maxMargin = 0.25;

/** Statuses with which a page after the last one is refused. */
const beyondEnd: readonly number[] = [400, 404, 410, 416, 422];

/** A page as the upstream sent it. */
export interface FetchedPage {
  readonly answer: HttpAnswer;
  readonly url: URL;
}

/** What a page adds to a list. */
export interface ReadPage {
  /** Items that were not read before. */
  readonly items: readonly unknown[];
  /** Whether the list has no further page. */
  readonly isEnded: boolean;
  /** Whether the page is of a later pass. */
  readonly isAgain: boolean;
}

/** The position after a page: the request of the next page, and the data that detects a repeated, moved or last page. */
export interface PagePosition {
  readonly request: PageRequest;
  /** Key of the request. */
  readonly key: string;
  /** Number of the next page, from 0. */
  readonly index: number;
  /** Number of items before those of the next page that are new. */
  readonly seen: number;
  /** Digest of the page before it. */
  readonly digest: string;
  /** Number of items of the next page that the page before ends with. Default: 0. */
  readonly overlap?: number;
  /** Minimum overlap of the pages after it. Default: 1. */
  readonly margin?: number;
  /** How many times the reading has gone back from where items were expected, which must be found first. Default: 0. */
  readonly backs?: number;
  /** The page from which the reading has gone back. Default: none. */
  readonly left?: LeftPage;
  /** Whether pages begin elsewhere than they should, so that none overlaps the page before it. Default: false. */
  readonly isApart?: boolean;
  /** Where the items were, if they have keys. */
  readonly reached?: ReachedItem;
  /** Digest of the items of the page before it, if the list ends where they come again. */
  readonly last?: string;
  /** Whether there must be no such page, because the page before it is empty. Default: false. */
  readonly mustEnd?: boolean;
}

/** What {@link ListReading} reads. */
export interface ListReadingOptions {
  readonly options: PagesOptions;
  /** Position where an earlier reading has ended. Default: the list is read from its start. */
  readonly start: PagePosition | undefined;
  /**
   * Returns the request of the first page.
   *
   * @param isAgain - Whether it is of a later pass
   */
  readonly first: (isAgain: boolean) => PageRequest;
  /** Receives each page and what follows it. */
  readonly remarks: ListRemarks;
}

/**
 * Decides which page of a list is requested next, and which of its items are new. Goes back where items have moved, and
 * begins again where that does not suffice.
 */
export class ListReading {
  readonly #paging: Paging;
  readonly #given: ListReadingOptions;
  readonly #moving: MovingList | undefined;
  #next: PagePosition;
  #watch: PageWatch;
  #total: number | undefined;
  /** Whether the total may be the number of items of the page, because it is on the first one. */
  #countsPages = false;

  /**
   * @param paging - How the list is paged
   * @param given - The list
   */
  constructor(paging: Paging, given: ListReadingOptions) {
    const { key, order } = given.options;
    this.#paging = paging;
    this.#given = given;
    this.#moving =
      key === undefined ? undefined : new MovingList(paging.name, { key, order }, given.start?.reached);
    this.#next = given.start ?? this.#firstPage(false);
    this.#watch = this.#watchFrom(given.start);
  }

  /** Request of the next page. */
  get request(): PageRequest {
    return this.#next.request;
  }

  /** Statuses with which the upstream says that there is no such page. */
  get endStatuses(): readonly number[] {
    if (this.#next.last !== undefined) return beyondEnd;
    return this.#next.index > 0 ? (this.#paging.endStatuses ?? []) : [];
  }

  /** Position before the next page. */
  get position(): PagePosition {
    return this.#next;
  }

  /**
   * Reads a page.
   *
   * @param fetched - The response to `request`; `undefined` when there is no such page
   * @returns The new items; then `request` is that of the page after it, if there is one
   * @throws ConnectorError `upstream_invalid` when the page contradicts itself or the list does not end,
   *   `upstream_unavailable` when items have moved so that some may be missing
   */
  read(fetched: FetchedPage | undefined): ReadPage {
    if (fetched === undefined) return this.#endWithoutPage();
    if (this.#next.mustEnd) throw emptyBefore(this.#paging);
    const { answer, url } = fetched;
    const { headers, body } = answer;
    const { request, index, seen, overlap = 0, backs = 0, last } = this.#next;
    const found = itemsOf(body, this.#given.options.items);
    if (last !== undefined && last === digestOf(found)) return this.#endWithoutPage();
    const start = seen - overlap;
    const mustJoin = (overlap > 0 || backs > 0) && start > 0;
    const items = this.#moving ? this.#moving.note({ items: found, overlap, mustJoin }) : found;
    const { length } = found;
    const end = start + length;
    const page: Page = {
      request,
      url,
      headers,
      body,
      index,
      length,
      count: Math.max(0, length - overlap),
      seen: end,
    };
    if (items === undefined) return this.#goBack(page, start);
    const digest = this.#watch.note(page.count, found);
    const step = this.#paging.after(page);
    this.#noteTotal(page, step.total);
    this.#given.remarks.note(page, step);
    const isAgain = (this.#moving?.reached.pass ?? 1) > 1;
    if ("end" in step) return { items, isAgain, isEnded: !this.#beginsAgain() };
    this.#watch.next(step.key, index);
    const ending = { ...(step.mayEnd && { last: digestOf(found) }), ...(step.mustEnd && { mustEnd: true }) };
    const next = { key: step.key, index: index + 1, digest, ...this.#reached(), ...ending };
    this.#next = { ...this.#after(page, step), ...next };
    return { items, isAgain, isEnded: false };
  }

  /** Returns the place of the page after another. It overlaps that one if the items have keys and can be counted. */
  #after(
    page: Page,
    step: Extract<PageStep, { readonly key: string }>,
  ): Pick<PagePosition, "request" | "seen" | "overlap" | "margin" | "isApart" | "left"> {
    const { next: request, start = page.seen } = step;
    const { margin = 1, isApart = false, left } = this.#next;
    const kept = { margin, isApart, ...(left && { left }) };
    const apart = { request, seen: start, ...kept };
    if (this.#moving === undefined) return apart;
    const distance = Math.max(1, Math.min(margin, Math.floor(page.length * maxMargin)));
    const mayOverlap = step.start === undefined && page.length > 0 && !isApart;
    const at = mayOverlap ? this.#pageAt({ ...page, request }, page.seen - distance) : undefined;
    if (at !== undefined && at.start < page.seen)
      return { request: at.request, seen: page.seen, overlap: page.seen - at.start, ...kept };
    const { repeatsAreFaults, pointsToItem = false } = this.#paging;
    this.#moving.noteUnchecked(at !== undefined || (repeatsAreFaults && !pointsToItem));
    return apart;
  }

  #pageAt(page: Page, position: number): ReturnType<NonNullable<Paging["at"]>> {
    return this.#paging.at?.(page, position);
  }

  #endWithoutPage(): ReadPage {
    const { seen } = this.#next;
    if (seen < (this.#total ?? 0))
      throw upstreamInvalid(
        `Could not read a list: expected ${this.#total} items in all, got no page after ${seen}.`,
      );
    // A page that begins with a known item exists, unless items have moved.
    if ((this.#next.overlap ?? 0) > 0)
      throw listMoved(this.#paging.name, "its items moved while it was read");
    return { items: [], isAgain: false, isEnded: !this.#beginsAgain() };
  }

  /** Requests a page nearer to the start, because no item of this one is known. */
  #goBack(page: Page, start: number): ReadPage {
    const { index, backs = 0, margin = 1, left: before } = this.#next;
    const digest = digestOf(itemsOf(page.body, this.#given.options.items));
    const left = backs > 0 ? before : leavePage({ start, digest }, before, this.#paging.name);
    if (left === undefined) return this.#readApart(page);
    const position = Math.max(0, start - Math.max(minDistance, page.length) * 2 ** backs);
    const at = this.#pageAt({ ...page, count: 0 }, position);
    if (at === undefined || at.start > position)
      throw listMoved(this.#paging.name, "its items moved while it was read");
    const { request, start: seen } = at;
    // Items may move as far again before the next page.
    const next = { backs: backs + 1, margin: margin * 4, left };
    this.#next = { request, key: "", index, seen, digest: "", ...next, ...this.#reached() };
    this.#watch = this.#watchFrom();
    return { items: [], isAgain: false, isEnded: false };
  }

  /** Begins again without pages that overlap. The upstream may ignore the size of pages, or allow only some sizes. */
  #readApart(page: Page): ReadPage {
    this.#given.remarks.noteApart(page);
    const isAgain = (this.#moving?.reached.pass ?? 1) > 1;
    this.#next = { ...this.#firstPage(isAgain), isApart: true, ...this.#reached() };
    this.#watch = this.#watchFrom();
    return { items: [], isAgain, isEnded: false };
  }

  #beginsAgain(): boolean {
    const { isApart = false } = this.#next;
    if (this.#moving?.endPass() !== true) return false;
    this.#next = { ...this.#firstPage(true), isApart, ...this.#reached() };
    this.#watch = this.#watchFrom();
    return true;
  }

  #noteTotal({ index, length }: Page, total: number | undefined): void {
    const isOfPage = total === length;
    if (index === 0) this.#countsPages = isOfPage;
    // The number of items of a page differs on the last one, although nothing has moved.
    else if (this.#countsPages && isOfPage) return;
    if (this.#moving !== undefined) {
      this.#moving.noteTotal(total);
    } else if (total !== undefined && this.#total !== undefined && total !== this.#total) {
      throw listMoved(this.#paging.name, `it had ${this.#total} items, then ${total}`);
    }
    this.#total = total ?? this.#total;
  }

  #reached(): Pick<PagePosition, "reached"> {
    return this.#moving === undefined ? {} : { reached: this.#moving.reached };
  }

  #firstPage(isAgain: boolean): PagePosition {
    return { request: this.#given.first(isAgain), key: "", index: 0, seen: 0, digest: "" };
  }

  #watchFrom(start?: PagePosition): PageWatch {
    const { maxPages = 10_000, maxEmptyPages = 3, key } = this.#given.options;
    return new PageWatch(this.#paging, { maxPages, maxEmptyPages, hasKeys: key !== undefined, start });
  }
}

/** An empty page in the middle is a fault of the upstream, or the paging is declared wrongly: both would lose items. */
function emptyBefore({ name, endStatuses = [] }: Paging): Error {
  return upstreamInvalid(
    `Could not read a list by ${name}: a page was empty, and the next one was not refused with status ${endStatuses.join(" or ")}. If an empty page is the last one, set emptyPageEnds to true; if any page may be empty, to false.`,
  );
}

function itemsOf(body: unknown, place: PagesOptions["items"]): readonly unknown[] {
  const found = typeof place === "function" ? place(body) : memberAt(body, place ?? "");
  if (Array.isArray(found)) return found;
  throw noItems(found, typeof place === "string" ? place : "");
}
