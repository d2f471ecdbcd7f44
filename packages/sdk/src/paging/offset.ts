import { type CountedOptions, endOfCounted } from "./counted.js";
import type { Paging } from "./paging.js";
import { withArguments } from "./with-arguments.js";

/** Options of {@link offset}. */
export interface OffsetOptions extends CountedOptions {
  /** Query argument of the offset, such as `startAt`. Default: `offset`. */
  readonly parameter?: string;
  /** Offset of the first item. Default: 0. */
  readonly first?: number;
}

/**
 * Pages by the number of items before the page. The end is recognised as in `pageNumber`.
 *
 * @param options - Query arguments and where the total is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#offset
 * function byOffset(http: Http) {
 *   return http.pages<Item>("items", {
 *     paging: offset({ parameter: "startAt", total: "total" }),
 *     items: "items",
 *   });
 * }
 * ```
 */
export function offset(options: OffsetOptions = {}): Paging {
  const { parameter = "offset", first = 0, size } = options;
  return {
    name: "offset",
    repeatsAreFaults: true,
    first: (request) => withArguments(request, { [parameter]: first }, size),
    after: (page) => {
      const end = endOfCounted(page, options);
      if (end !== undefined) return { end };
      const position = first + page.seen;
      return { next: withArguments(page.request, { [parameter]: position }), key: String(position) };
    },
  };
}
