import { memberAt } from "./member-at.js";

/** Query arguments: an `undefined` value is omitted, an array repeats the argument. */
export type Query = Readonly<
  Record<string, string | number | boolean | undefined | ReadonlyArray<string | number>>
>;

/** Request for one page. */
export interface PageRequest {
  /** Path below the base URL, or the absolute URL that the upstream returned. */
  readonly path: string;
  readonly query: Query;
  /** Body of a list that is read by POST; without a body the list is read by GET. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** A page that has been read. */
export interface Page {
  readonly request: PageRequest;
  /** URL the page was read from. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Number of the page in this read, from 0. */
  readonly index: number;
  /** Number of items on the page. */
  readonly length: number;
  /** Number of items on the page after those of the page before it, which it may overlap. */
  readonly count: number;
  /** Number of items of the list up to the end of this page. */
  readonly seen: number;
}

/** What follows a page: the next page, or the end with its proof. */
export type PageStep = (
  | {
      readonly next: PageRequest;
      readonly key: string;
      /** Number of items of the list before the next page. Default: those up to the end of this page. */
      readonly start?: number;
      /**
       * Whether the list ends here if there is no next page, or if it has only the items of this one again. Default: false.
       */
      readonly mayEnd?: boolean;
      /**
       * Whether the next page must be refused with one of `endStatuses`, because this one is empty and does not prove the
       * end by itself. A page that exists is then an error. Default: false.
       */
      readonly mustEnd?: boolean;
    }
  | {
      readonly end: "no next page" | "no further page" | "empty page" | "short page" | "total reached";
    }
) & {
  /** Number of items of the whole list, as the page states it. Default: it does not. */
  readonly total?: number;
};

/** Request for a page that begins at an item, not where the page before it ended. */
export interface PageAt {
  readonly request: PageRequest;
  /** Number of items of the list before the page. It may be smaller than requested, never larger. */
  readonly start: number;
}

/** A paging scheme. Created by `linkHeader`, `pageNumber` and their siblings. */
export interface Paging {
  /** Name for errors and logs. */
  readonly name: string;
  /**
   * Whether a page identical to an earlier one means that the upstream ignores the requested position. It does wherever
   * items are counted; pages without items are never compared. `false` is for cursors.
   */
  readonly repeatsAreFaults: boolean;
  /**
   * Whether each next page begins after an item that its request names, so that items which come and go before it move no
   * other. Otherwise, where `repeatsAreFaults` is set, pages that do not overlap are read again until nothing has moved.
   * Default: `false`.
   */
  readonly pointsToItem?: boolean;
  /**
   * Statuses with which the upstream refuses a page after the last. Such a response to any request but the first proves
   * the end. Default: none; an error status is an error.
   */
  readonly endStatuses?: readonly number[];
  /** Returns the first request. */
  first(request: PageRequest): PageRequest;
  /**
   * Determines what follows a page.
   *
   * @throws ConnectorError `upstream_invalid` when the page contradicts itself
   */
  after(page: Page): PageStep;
  /**
   * Returns the request of the page that begins at an item or shortly before it. Only kinds that count items have it. It
   * makes pages overlap, which shows whether items have moved.
   *
   * @param page - The page that was read last
   * @param position - Number of items before the item
   * @returns The request; one that begins after the item if pages cannot overlap; `undefined` if this list is not counted
   */
  at?(page: Page, position: number): PageAt | undefined;
}

/** Number of items requested per page. */
export interface PageSize {
  /** Name of the argument; in a body, a path of member names joined by dots, or a JSON Pointer. */
  readonly parameter: string;
  readonly value: number;
}

/** Arguments by name; those that are `undefined` are omitted. In a query, an array repeats the argument. */
type Arguments = Readonly<Record<string, string | number | undefined | readonly CursorPart[]>>;

/** A value of a cursor that consists of several, such as the `search_after` of a search engine. */
export type CursorPart = string | number | boolean | null;

/**
 * Adds paging arguments to a request: to the body of a list that is read by POST, else to the query.
 *
 * @param request - The request
 * @param given - Arguments by name; in a body, a name is a path of member names joined by dots, or a JSON Pointer
 * @param size - Items per page. Default: the upstream's own size
 * @returns A new request
 * @example
 * ```ts snippet=examples/sdk/values.ts#with-arguments
 * const first = withArguments(start, { after: "c1" }, { parameter: "per_page", value: 50 });
 * // { path: "search", query: { q: "x", per_page: 50, after: "c1" } }
 * ```
 */
export function withArguments(request: PageRequest, given: Arguments, size?: PageSize): PageRequest {
  const all = { ...(size && { [size.parameter]: size.value }), ...given };
  const { path, query, json } = request;
  if (json === undefined) {
    const sent: Record<string, Query[string]> = { ...query };
    for (const [name, value] of Object.entries(all)) sent[name] = isList(value) ? value.map(String) : value;
    return { path, query: sent };
  }
  const sent = Object.entries(all).filter(([, value]) => value !== undefined);
  return {
    path,
    query,
    json: sent.reduce((body, [name, value]) => put(body, namesIn(body, name), value), json),
  };
}

function isList(value: Arguments[string]): value is readonly CursorPart[] {
  return Array.isArray(value);
}

type Body = NonNullable<PageRequest["json"]>;

function namesIn(body: Body, path: string): readonly string[] {
  if (Object.hasOwn(body, path)) return [path];
  if (!path.startsWith("/")) return path.split(".");
  return path
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function put(body: Body, [name = "", ...deeper]: readonly string[], value: unknown): Body {
  if (deeper.length === 0) return { ...body, [name]: value };
  const inner = body[name];
  return { ...body, [name]: put(isBody(inner) ? inner : {}, deeper, value) };
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads back a paging argument of a request.
 *
 * @param request - The request
 * @param parameter - Name of the argument; in a body, a path of member names joined by dots
 * @returns The argument; `undefined` if it is missing
 * @example
 * ```ts snippet=examples/sdk/values.ts#argument-of
 * argumentOf(first, "after"); // "c1"
 * ```
 */
export function argumentOf({ query, json }: PageRequest, parameter: string): unknown {
  return json === undefined ? query[parameter] : memberAt(json, parameter);
}
