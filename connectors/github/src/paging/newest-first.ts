import type { Page, PageRequest, PageStep, Paging } from "@wellhead/sdk";
import { githubPages } from "./github-pages.js";
import { readInstants } from "./read-instants.js";

/** What is needed of a list that is sorted by time. */
export interface NewestFirstOptions {
  /** Time the list is sorted by. */
  readonly sort: "created" | "updated";
  /** Instant before which nothing is needed. Default: all are read. */
  readonly from: number | undefined;
  /** Instant after which nothing is needed: the pages of later ones are jumped over. Default: none are. */
  readonly until?: number | undefined;
  /** Called with the newest instant of the first page. */
  readonly note?: (newest: number) => void;
}

/**
 * Pages a list from the newest item back in time, jumps to where the period begins and stops behind its end. What is
 * added meanwhile, or moves to the front, shifts others to later pages only, so that a jump misses none; pages overlap then,
 * and who reads them drops what comes twice.
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
      return "next" in step && isDone ? { end: "nothing more announced" } : step;
    },
  };
}

function jumpTo(page: number, { path, query }: PageRequest): PageStep {
  return { next: { path, query: { ...query, page } }, key: `page ${page}` };
}

/** Searches for the page on which a period begins, by the times on the pages read so far. */
class PageSearch {
  readonly #until: number;
  /** The last page known to hold later items only, and the first known to hold none. */
  #later = 0;
  #earlier = 2;
  #current = 1;
  #step = 1;
  #isOver = false;

  constructor(until: number | undefined) {
    this.#until = until ?? Number.POSITIVE_INFINITY;
  }

  /** Finds the page to jump to; `undefined` to go on with the one that follows. */
  after(page: Page, instants: readonly number[]): number | undefined {
    const [newest, oldest] = [instants[0], instants.at(-1)];
    if (this.#isOver || newest === undefined || oldest === undefined) return undefined;
    if (page.index === 0) this.#earlier = lastPage(page.headers["link"]) + 1;
    const isLater = oldest > this.#until;
    if (isLater) this.#later = this.#current;
    else this.#earlier = Math.min(this.#earlier, this.#current);
    this.#isOver = this.#earlier <= this.#later + 1 || (!isLater && newest > this.#until);
    if (this.#isOver) return this.#current >= this.#later ? undefined : this.#earlier;
    // A steady stream of items has the instant on this page; others are found from there in growing steps.
    const pageMs = ((newest - oldest) * instants.length) / Math.max(1, instants.length - 1);
    const likely = page.index === 0 ? (oldest - this.#until) / Math.max(1, pageMs) : this.#step - 1;
    if (page.index > 0) this.#step *= 2;
    const target = this.#current + (isLater ? Math.floor(likely) + 1 : -Math.floor(likely) - 1);
    const isBetween = target > this.#later && target < this.#earlier;
    this.#current = isBetween ? target : Math.floor((this.#later + this.#earlier) / 2);
    return this.#current;
  }
}

/** Number of the last page, as the `Link` header names it; 1 without one. */
function lastPage(link = ""): number {
  const address = /<([^>]*)>;\s*rel="last"/.exec(link)?.[1] ?? "";
  const page = URL.canParse(address) ? Number(new URL(address).searchParams.get("page")) : 1;
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
