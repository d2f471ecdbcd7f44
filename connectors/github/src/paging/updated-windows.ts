import type { Paging } from "@wellhead/sdk";
import { githubPages } from "./github-pages.js";
import { readInstants } from "./read-instants.js";

/** Times in GitHub are whole seconds, so that items of one second can be on two pages. */
const overlapMs = 1000;

/**
 * Pages a list that is sorted by update, the oldest first, by asking for what was updated since the last item and not by
 * page number: an item that is updated meanwhile moves to the end, and everything behind it to an earlier page, where a
 * reader of page numbers no longer looks. Neighbouring pages overlap; who reads them drops what comes twice.
 *
 * @param until - Instant after which nothing is needed. Default: all are read
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
      if (until !== undefined && last > Date.parse(until)) return { end: "nothing more announced" };
      const since = new Date(last - overlapMs).toISOString();
      const current = query["since"];
      if (typeof current === "string" && Date.parse(since) <= Date.parse(current)) {
        // More items of one second than fit on a page: their order does not change while they keep that second.
        const number = Number(query["page"] ?? 1) + 1;
        return { next: { path, query: { ...query, page: number } }, key: `${current} ${number}` };
      }
      return { next: { path, query: { ...query, since, page: undefined } }, key: since };
    },
  };
}
