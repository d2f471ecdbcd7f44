import { memberAt, type PageRequest, type Paging, upstreamInvalid } from "@wellhead/sdk";
import { cursor } from "./cursor.js";

/**
 * Pages through a query that is sorted by creation time. Notion ends a query after 10,000 results and reports that. The
 * next query then begins at the creation time of the last result. Results with that time are returned twice, so the
 * caller must drop duplicates.
 *
 * @returns The paging, for a single read
 * @see https://developers.notion.com/reference/query-a-data-source
 */
export function createdWindows(): Paging {
  let first: PageRequest | undefined;
  let start = "";
  return {
    name: "cursor in body",
    repeatsAreFaults: false,
    first: (request) => {
      first = cursor.first(request);
      return first;
    },
    after: (page) => {
      const isCut = memberAt(page.body, "request_status.type") === "incomplete";
      if (!isCut || first === undefined) {
        const step = cursor.after(page);
        // A cursor is valid only for its own query.
        return "next" in step ? { next: step.next, key: `${start} ${step.key}` } : step;
      }
      const last = memberAt(page.body, `results.${page.count - 1}.created_time`);
      if (typeof last !== "string" || last <= start) {
        throw upstreamInvalid(
          "Could not read all rows of the data source: Notion lists 10,000 at a time, and more than that were created in the same minute. Narrow the filter.",
        );
      }
      start = last;
      return { next: { ...first, json: startingAt(last, first.json) }, key: last };
    },
  };
}

function startingAt(time: string, json: PageRequest["json"]): NonNullable<PageRequest["json"]> {
  const given = memberAt(json, "filter.and");
  const others: readonly unknown[] = Array.isArray(given) ? given : [];
  return { ...json, filter: { and: [...others, createdBound("on_or_after", time)] } };
}

/**
 * Returns a filter with a bound for the creation time.
 *
 * @param comparison - Whether it is the lower or the upper bound
 * @param time - The instant
 * @returns The filter
 * @see https://developers.notion.com/reference/post-database-query-filter#timestamp
 */
export function createdBound(comparison: "on_or_after" | "on_or_before", time: string): object {
  return { timestamp: "created_time", created_time: { [comparison]: time } };
}
