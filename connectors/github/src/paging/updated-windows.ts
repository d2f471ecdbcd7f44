import type { Paging } from "@wellhead/sdk";
import { githubPages } from "./github-pages.js";
import { readInstants } from "./read-instants.js";

/** Overlap of pages. Times in GitHub are whole seconds, so items of the same second can be on two pages. */
const overlapMs = 1000;

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
export function updatedWindows(until?: string): Paging {
  return {
    name: "update",
    repeatsAreFaults: false,
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
        // More items share a second than fit on a page. Their order does not change while they keep that second.
        const number = Number(query["page"] ?? 1) + 1;
        return { next: { path, query: { ...query, page: number } }, key: `${current} ${number}` };
      }
      return { next: { path, query: { ...query, since, page: undefined } }, key: since };
    },
  };
}
