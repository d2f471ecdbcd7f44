import type { Page, PageRequest, PageStep, Paging } from "@wellhead/sdk";
import { githubPages } from "./github-pages.js";
import { readInstants } from "./read-instants.js";

/** Order and period of a list that is sorted by time. */
export interface NewestFirstOptions {
  /** Time the list is sorted by. */
  readonly sort: "created" | "updated";
  /** Start of the period. Default: all items are read. */
  readonly from: number | undefined;
  /** End of the period. Pages of later items are skipped. Default: none are skipped. */
  readonly until?: number | undefined;
  /** Called with the newest instant of the first page. */
  readonly note?: (newest: number) => void;
}

/**
 * Pages a list from the newest item back in time. Jumps to the end of the period, and stops after its start. Items that
 * are added, or move to the front, during the read only shift others to later pages, so a jump misses none. Pages then
 * overlap, so the items need a key.
 *
 * @param options - Order and period
 * @returns The paging
 */
export function newestFirst({ sort, from, until, note = () => undefined }: NewestFirstOptions): Paging {
  let first: PageRequest | undefined;
  const jump = new PageSearch(until);
  return {
    name: `${sort}, newest first`,
    repeatsAreFaults: false,
    at: (page, position) => githubPages.at?.(page, position),
    first: ({ path, query }) => {
      first = githubPages.first({ path, query: { ...query, sort, direction: "desc" } });
      return first;
    },
    after: (page) => {
      const instants = readInstants(page.body, `${sort}_at`);
      if (page.index === 0 && instants[0] !== undefined) note(instants[0]);
      const step = githubPages.after(page);
      const target = jump.after(page, instants);
      if (target !== undefined && first !== undefined) return jumpTo(target, first);
      const isDone = from !== undefined && instants.some((instant) => instant < from);
      return "next" in step && isDone ? { end: "no further page" } : step;
    },
  };
}

function jumpTo(page: number, { path, query }: PageRequest): PageStep {
  const start = (page - 1) * Number(query["per_page"]);
  return { next: { path, query: { ...query, page } }, key: `page ${page}`, start };
}

/** Searches for the first page with items of a period, using the times on the pages read so far. */
class PageSearch {
  readonly #until: number;
  /** Last page known to contain only items after the period, and first page known to contain others. */
  #later = 0;
  #earlier = 2;
  #current = 1;
  #step = 1;
  #isOver = false;

  constructor(until: number | undefined) {
    this.#until = until ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the page to jump to; `undefined` to continue with the next page. */
  after(page: Page, instants: readonly number[]): number | undefined {
    const [newest, oldest] = [instants[0], instants.at(-1)];
    if (this.#isOver || newest === undefined || oldest === undefined) return undefined;
    if (page.index === 0) this.#earlier = lastPage(page.headers["link"]) + 1;
    const isLater = oldest > this.#until;
    if (isLater) this.#later = this.#current;
    else this.#earlier = Math.min(this.#earlier, this.#current);
    this.#isOver = this.#earlier <= this.#later + 1 || (!isLater && newest > this.#until);
    if (this.#isOver) return this.#current >= this.#later ? undefined : this.#earlier;
    // Estimates the page, assuming that items are evenly spread over time. If it is wrong, the steps from there grow.
    const pageMs = ((newest - oldest) * instants.length) / Math.max(1, instants.length - 1);
    const likely = page.index === 0 ? (oldest - this.#until) / Math.max(1, pageMs) : this.#step - 1;
    if (page.index > 0) this.#step *= 2;
    const target = this.#current + (isLater ? Math.floor(likely) + 1 : -Math.floor(likely) - 1);
    const isBetween = target > this.#later && target < this.#earlier;
    this.#current = isBetween ? target : Math.floor((this.#later + this.#earlier) / 2);
    return this.#current;
  }
}

/** Returns the number of the last page from the `Link` header; 1 without one. */
function lastPage(link = ""): number {
  const address = /<([^>]*)>;\s*rel="last"/.exec(link)?.[1] ?? "";
  const page = URL.canParse(address) ? Number(new URL(address).searchParams.get("page")) : 1;
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
