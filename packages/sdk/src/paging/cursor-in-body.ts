import { upstreamInvalid } from "../errors/upstream-errors.js";
import { memberAt } from "./member-at.js";
import type { PageRequest, PageStep, Paging } from "./paging.js";
import { type PageSize, withArguments } from "./with-arguments.js";

/** Where the cursor stands and how it is sent back. */
export interface CursorInBodyOptions {
  /** Path of the cursor in the body, such as `meta.next_cursor`. */
  readonly cursor: string;
  /** Argument it is sent back in: of the body where the list is read by POST, else of the query. Default: `cursor`. */
  readonly parameter?: string;
  /** Path of a member that tells whether there is more; `false` ends even when there is a cursor. Default: none. */
  readonly more?: string;
  /** Items asked for per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by a cursor in the body. The end is proved by its absence, or by the upstream saying that nothing follows.
 *
 * @param options - Where the cursor stands
 * @returns The paging
 */
export function cursorInBody(options: CursorInBodyOptions): Paging {
  const { cursor, parameter = "cursor", more, size } = options;
  return {
    name: "cursor in body",
    repeatsAreFaults: false,
    first: (request) => withArguments(request, {}, size),
    after: ({ request, body }) => {
      const announced = more === undefined ? undefined : memberAt(body, more);
      if (announced === false) return { end: "nothing more announced" };
      const step = afterCursor(request, memberAt(body, cursor), parameter);
      if ("end" in step && announced === true) {
        throw upstreamInvalid(
          `Read a list: found more announced at "${more ?? ""}" and no cursor at "${cursor}"`,
        );
      }
      return step;
    },
  };
}

/**
 * Decides by a cursor what follows.
 *
 * @param request - The request of this page
 * @param raw - The cursor as it was found
 * @param parameter - Argument it is sent back in
 * @returns The next request, or the end
 * @throws ConnectorError `upstream_invalid` when the cursor is neither text nor a number
 */
export function afterCursor(request: PageRequest, raw: unknown, parameter: string): PageStep {
  if (raw === undefined || raw === null || raw === "" || raw === false) return { end: "no next page named" };
  if (typeof raw !== "string" && typeof raw !== "number") {
    throw upstreamInvalid(`Read a list: found a cursor that is ${typeof raw}, wanted text or a number`);
  }
  return { next: withArguments(request, { [parameter]: raw }), key: String(raw) };
}
