import { afterCursor } from "./cursor-in-body.js";
import type { Paging } from "./paging.js";
import { type PageSize, withArguments } from "./with-arguments.js";

/** Where the cursor is, and how it is sent back. */
export interface CursorInHeaderOptions {
  /** Name of the header, such as `X-Next-Cursor`. */
  readonly header: string;
  /** Query argument that returns it. Default: `cursor`. */
  readonly parameter?: string;
  /** Items requested per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by a cursor in a header. The list ends when the header is missing.
 *
 * @param options - Where the cursor is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#cursor-in-header
 * function byCursorInHeader(http: Http) {
 *   return http.pages<Item>("items", {
 *     paging: cursorInHeader({ header: "X-Next-Cursor", parameter: "after" }),
 *   });
 * }
 * ```
 */
export function cursorInHeader(options: CursorInHeaderOptions): Paging {
  const { header, parameter = "cursor", size } = options;
  return {
    name: "cursor in header",
    repeatsAreFaults: false,
    first: (request) => withArguments(request, {}, size),
    after: ({ request, headers }) => afterCursor(request, headers[header.toLowerCase()], parameter),
  };
}
