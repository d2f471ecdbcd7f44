import { upstreamInvalid } from "../errors/connector-error.js";
import { memberAt, requireMember } from "./member-at.js";
import {
  type CursorPart,
  type PageRequest,
  type PageSize,
  type PageStep,
  type Paging,
  withArguments,
} from "./paging.js";

/** Where the cursor is, and how it is sent back. */
export interface CursorInBodyOptions {
  /** Path of the cursor in the body, such as `meta.next_cursor`. */
  readonly cursor: string;
  /** Name of the argument that returns it: in the body of a list read by POST, else the query. Default: `cursor`. */
  readonly parameter?: string;
  /** Path of a flag for more pages; `false` ends the list even when there is a cursor. Default: none. */
  readonly more?: string;
  /**
   * Whether a page that lacks the cursor, or the flag where there is one, ends the list. Default: `true`. Set it to `false`
   * if the upstream has the member on every page, such as `null` on the last: a page that lacks it is then an error.
   */
  readonly missingEnds?: boolean;
  /** Items requested per page. Default: the upstream's own size. */
  readonly size?: PageSize;
}

/**
 * Pages by a cursor in the body. The list ends when the cursor is missing or the upstream says that nothing follows.
 *
 * @param options - Where the cursor is
 * @returns The paging
 * @example
 * ```ts snippet=examples/sdk/paging.ts#cursor-in-body
 * function byCursorInBody(http: Http) {
 *   const paging = cursorInBody({ cursor: "meta.cursor", parameter: "after" });
 *   return http.pages<Item>("items", { paging, items: "items" });
 * }
 * ```
 */
export function cursorInBody(options: CursorInBodyOptions): Paging {
  const { cursor, parameter = "cursor", more, missingEnds = true, size } = options;
  return {
    name: "cursor in body",
    repeatsAreFaults: false,
    first: (request) => withArguments(request, {}, size),
    after: ({ request, body }) => {
      if (!missingEnds) requireMember(body, more ?? cursor);
      const announced = more === undefined ? undefined : memberAt(body, more);
      if (announced === false) return { end: "no further page" };
      const step = afterCursor(request, memberAt(body, cursor), parameter);
      if ("end" in step && announced === true) {
        throw upstreamInvalid(
          `Could not read a list: "${more ?? ""}" announces a further page, and "${cursor}" has no cursor.`,
        );
      }
      return step;
    },
  };
}

/**
 * Determines from a cursor what follows. A cursor of several values, such as `search_after`, is sent back in a body only.
 *
 * @param request - The request of this page
 * @param raw - The cursor as read from the response
 * @param parameter - Name of the argument that returns it
 * @returns The next request, or the end
 * @throws ConnectorError `upstream_invalid` when the cursor is neither text nor a number
 * @example
 * ```ts snippet=examples/sdk/values.ts#after-cursor
 * afterCursor(start, "c2", "after"); // { next: { path: "search", query: { q: "x", after: "c2" } }, key: "c2" }
 * afterCursor(start, null, "after"); // { end: "no next page" }
 * ```
 */
export function afterCursor(request: PageRequest, raw: unknown, parameter: string): PageStep {
  if (raw === undefined || raw === null || raw === "" || raw === false) return { end: "no next page" };
  if (isCursorList(raw) && request.json !== undefined)
    return { next: withArguments(request, { [parameter]: raw }), key: JSON.stringify(raw) };
  if (typeof raw !== "string" && typeof raw !== "number") {
    const got = Array.isArray(raw)
      ? "an array, which only a list that is read by POST sends back"
      : typeof raw;
    throw upstreamInvalid(`Could not read a list: expected text or a number as cursor, got ${got}.`);
  }
  return { next: withArguments(request, { [parameter]: raw }), key: String(raw) };
}

function isCursorList(raw: unknown): raw is readonly CursorPart[] {
  if (!Array.isArray(raw)) return false;
  const parts: readonly unknown[] = raw;
  return parts.length > 0 && parts.every((part) => part === null || typeof part !== "object");
}

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
