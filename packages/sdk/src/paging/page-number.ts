import { type CountedOptions, endOfCounted } from "./counted.js";
import type { Paging } from "./paging.js";
import { withArguments } from "./with-arguments.js";

/** How pages are numbered. */
export interface PageNumberOptions extends CountedOptions {
  /** Query argument of the page's number. Default: `page`. */
  readonly parameter?: string;
  /** Number of the first page. Default: 1. */
  readonly first?: number;
}

/**
 * Pages by number. The end is proved by the total being reached, else by an empty page, else, where the upstream
 * never sends fewer items than asked, by a short one.
 *
 * @param options - Query arguments and where the total stands
 * @returns The paging
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
