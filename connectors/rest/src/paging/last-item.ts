import { afterCursor, memberAt, type Paging, upstreamInvalid, withArguments } from "@wellhead/sdk";
import type { LastItemConfig } from "../config/paging-config.js";

/** Where the items of a page are: a path in its body, or a function that returns them. */
export type ItemsPlace = string | ((body: unknown) => unknown);

/**
 * Pages that each begin after the last item of the page before. The list ends on an empty page. Items that share the
 * value at the border of two pages would be lost.
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
      const found = typeof items === "string" ? memberAt(body, items) : items(body);
      const last = valueAt(found, -1, value);
      const isFull = size !== undefined && count >= size.value;
      if (isFull && count > 1 && last !== undefined && last === valueAt(found, -2, value))
        throw upstreamInvalid(
          `Could not read a list: the last two items of a page have the same "${value}", so others that have it may be missing. In "paging", use a value that each item has for itself, such as an id.`,
        );
      const step = afterCursor(request, last, parameter);
      // Without the value, nothing would say where the next page begins.
      if (!("end" in step)) return step;
      throw upstreamInvalid(
        `Could not read a list: expected text or a number at "${value}" of the last item, got none. Check "paging".`,
      );
    },
  };
}

function valueAt(items: unknown, index: number, path: string): unknown {
  const item: unknown = Array.isArray(items) ? items.at(index) : undefined;
  return typeof item === "object" ? memberAt(item, path) : item;
}
