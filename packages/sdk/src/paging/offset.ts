import { type CountedOptions, endOfCounted } from "./counted.js";
import type { Paging } from "./paging.js";

/** How pages are cut by offset. */
export interface OffsetOptions extends CountedOptions {
  /** Query argument of the offset, such as `startAt`. Default: `offset`. */
  readonly parameter?: string;
  /** Offset of the first item. Default: 0. */
  readonly first?: number;
}

/**
 * Pages by the number of items before them. The end is proved as in `pageNumber`.
 *
 * @param options - Query arguments and where the total stands
 * @returns The paging
 */
export function offset(options: OffsetOptions = {}): Paging {
  const { parameter = "offset", first = 0, size } = options;
  return {
    name: "offset",
    repeatsAreFaults: true,
    first: ({ path, query }) => ({
      path,
      query: { ...query, ...(size && { [size.parameter]: size.value }), [parameter]: first },
    }),
    after: (page) => {
      const end = endOfCounted(page, options);
      if (end !== undefined) return { end };
      const { path, query } = page.request;
      const position = first + page.seen;
      return { next: { path, query: { ...query, [parameter]: position } }, key: String(position) };
    },
  };
}
