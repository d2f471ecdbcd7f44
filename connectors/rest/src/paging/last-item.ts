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
      const values = valuesOf(typeof items === "string" ? memberAt(body, items) : items(body), value);
      checkUnique(values, value);
      const step = afterCursor(request, values.at(-1), parameter);
      // Without the value, nothing would say where the next page begins.
      if (!("end" in step)) return step;
      throw upstreamInvalid(
        `Could not read a list: expected text or a number at "${value}" of the last item, got none. Check "paging".`,
      );
    },
  };
}

function valuesOf(items: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) => (typeof item === "object" ? memberAt(item, path) : item));
}

/** Where several items have a value, a page that ends between them would leave the others out. */
function checkUnique(values: readonly unknown[], path: string): void {
  const known = values.filter((value) => value !== undefined && value !== null);
  const different = new Set(known.map((value) => JSON.stringify(value)));
  if (different.size === known.length) return;
  throw upstreamInvalid(
    `Could not read a list: several items of a page have the same value at "${path}", and a page that ends with one of them would leave the others out. Name a value in "paging" that each item has alone, such as its id.`,
  );
}
