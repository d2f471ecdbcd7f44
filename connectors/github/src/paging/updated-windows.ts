import {
  type DateRange,
  type Http,
  isWithin,
  memberAt,
  type Pages,
  type Paging,
  type Query,
  type Shape,
} from "@wellhead/sdk";
import { githubPages } from "./github-pages.js";
import { readInstants } from "./read-instants.js";

/** Overlap of pages. Times in GitHub are whole seconds, so items of the same second can be on two pages. */
const overlapMs = 1000;

/** An item of a list that can be sorted by update time. */
interface UpdatedItem {
  readonly id: string | number;
  readonly updated_at?: string | null | undefined;
}

/** A list that is read in the order of its updates. */
export interface UpdatedList<Item extends UpdatedItem> {
  readonly shape: Shape<Item>;
  readonly query: Query;
  /** Period in which the items were last updated. Default: any. */
  readonly updated: DateRange | undefined;
}

/**
 * Reads a list in the order of its updates, oldest first.
 *
 * @param http - Client of the request
 * @param path - Path of the list
 * @param list - The list
 * @returns The items, each once
 */
export function readByUpdate<Item extends UpdatedItem>(
  http: Http,
  path: string,
  { shape, query, updated }: UpdatedList<Item>,
): Pages<Item> {
  const seen = new Set<string | number>();
  return http
    .pages(path, {
      shape,
      query,
      // An item that is updated moves to the end, so those before it there have not been read.
      key: (item) => `${String(memberAt(item, "id"))} ${String(memberAt(item, "updated_at"))}`,
      order: "stable",
      paging: updatedWindows(updated?.max),
    })
    .filter((item) => isWithin(item.updated_at, updated) && seen.size < seen.add(item.id).size);
}

/**
 * Pages a list that is sorted by update time, oldest first, by requesting items updated since the last one, not by page
 * number. An item that is updated during the read moves to the end, and shifts all items after its old position to
 * earlier positions, where paging by number would miss them. Consecutive pages overlap, so the items
 * need a key.
 *
 * @param until - End of the period. Default: all items are read
 * @returns The paging, for queries with `sort=updated` and `direction=asc`
 * @see https://docs.github.com/en/rest/issues/issues#list-repository-issues
 */
function updatedWindows(until?: string): Paging {
  return {
    name: "update",
    repeatsAreFaults: false,
    at: (page, position) => githubPages.at?.(page, position),
    first: ({ path, query }) =>
      githubPages.first({ path, query: { ...query, sort: "updated", direction: "asc" } }),
    after: (page) => {
      const step = githubPages.after(page);
      if ("end" in step) return step;
      const { path, query } = page.request;
      const last = readInstants(page.body, "updated_at").at(-1);
      if (last === undefined) return { end: "empty page" };
      if (until !== undefined && last > Date.parse(until)) return { end: "no further page" };
      const since = new Date(last - overlapMs).toISOString();
      const current = query["since"];
      if (typeof current === "string" && Date.parse(since) <= Date.parse(current)) {
        // More items share a second than fit on a page. They keep their order, but one that is updated or deleted shifts
        // those after it, so these pages overlap, too.
        const number = Number(query["page"] ?? 1) + 1;
        return { next: { path, query: { ...query, page: number } }, key: `${current} ${page.seen}` };
      }
      const next = githubPages.first({ path, query: { ...query, since, page: undefined } });
      return { next, key: since, start: 0 };
    },
  };
}
