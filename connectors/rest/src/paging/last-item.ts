import { afterCursor, memberAt, type Paging, upstreamInvalid, withArguments } from "@wellhead/sdk";
import type { LastItemConfig } from "../config/paging-config.js";

/** Where the items of a page are: a path in its body, or a function that returns them. */
export type ItemsPlace = string | ((body: unknown) => unknown);

/**
 * Pages that each begin after the last item of the page before. The list ends on an empty page.
 *
 * @param config - Which value of the last item is sent back, and as which argument
 * @param items - Where the items are
 * @returns The paging
 */
export function afterLastItem(config: LastItemConfig, items: ItemsPlace): Paging {
  const { value, parameter = "after", size, endStatuses = [] } = config;
  return {
    name: "the last item",
    repeatsAreFaults: true,
    pointsToItem: true,
    endStatuses,
    first: (request) => withArguments(request, {}, size),
    after: ({ request, body, count }) => {
      if (count === 0) return { end: "empty page" };
      const step = afterCursor(
        request,
        valueOfLast(typeof items === "string" ? memberAt(body, items) : items(body), value),
        parameter,
      );
      // Without the value, nothing would say where the next page begins.
      if (!("end" in step)) return step;
      throw upstreamInvalid(
        `Could not read a list: expected text or a number at "${value}" of the last item, got none. Check "paging".`,
      );
    },
  };
}

function valueOfLast(items: unknown, path: string): unknown {
  const last: unknown = Array.isArray(items) ? items.at(-1) : undefined;
  return typeof last === "object" ? memberAt(last, path) : last;
}
