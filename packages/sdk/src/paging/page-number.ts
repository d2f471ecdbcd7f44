import { type CountedOptions, endOfCounted } from "./counted.js";
import type { Paging } from "./paging.js";
import { withArguments } from "./with-arguments.js";

/** Options of {@link pageNumber}. */
export interface PageNumberOptions extends CountedOptions {
  /** Query argument of the page number. Default: `page`. */
  readonly parameter?: string;
  /** Number of the first page. Default: 1. */
  readonly first?: number;
}

/**
 * Pages by number. The list ends when the total is reached or, without a total, on an empty page. Where
 * `shortPageEnds` is set, a short page ends it as well.
 *
 * @param options - Query arguments and where the total is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#page-number
 * function byPageNumber(http: Http) {
 *   return http.pages<Item>("items", {
 *     paging: pageNumber({ size: { parameter: "per_page", value: 2 }, shortPageEnds: true }),
 *   });
 * }
 * ```
 */
export function pageNumber(options: PageNumberOptions = {}): Paging {
  const { parameter = "page", first = 1, size } = options;
  return {
    name: "page number",
    repeatsAreFaults: true,
    first: (request) => withArguments(request, { [parameter]: first }, size),
    after: (page) => {
      const end = endOfCounted(page, options);
      if (end !== undefined) return { end };
      const number = first + page.index + 1;
      return { next: withArguments(page.request, { [parameter]: number }), key: String(number) };
    },
  };
}
