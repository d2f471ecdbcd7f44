import type { Pages } from "../paging/pages.js";
import type { Paging, Query } from "../paging/paging.js";
import type { Shape } from "../shape/shape.js";
import type { FileContent, FileRange } from "./file-content.js";

/** Options of a call. */
export interface CallOptions {
  /** Query arguments, not yet encoded. */
  readonly query?: Query | undefined;
  /** Further headers of this call; not sent to another origin after a redirect. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Encoding of a response that is read as text, by its label in the Encoding Standard, such as `windows-1252`. Default:
   * that of the header `Content-Type`, else that of an XML declaration, else UTF-8. A byte order mark has precedence.
   *
   * @see https://encoding.spec.whatwg.org/#names-and-labels
   */
  readonly encoding?: string | undefined;
}

/** Options of a call with a body. */
export interface SendOptions extends CallOptions {
  /** A value sent as JSON. */
  readonly json?: unknown;
  /** Values sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Plain text, such as a statement of a query language. */
  readonly text?: string;
  /**
   * Whether sending it twice has the same effect as sending it once, such as a search by POST; only then is it retried.
   * Default: `true` for PUT and DELETE, otherwise `false`.
   */
  readonly idempotent?: boolean;
}

/** Options of a list read. */
export interface PagesOptions<Item = unknown> extends CallOptions {
  /**
   * Body of a list that is read by POST, such as a search or a GraphQL query; the paging arguments are added to it. The
   * request must only read, because it is retried when there is no response. Default: the list is read by GET.
   */
  readonly json?: Readonly<Record<string, unknown>> | undefined;
  /** How the list is paged. Default: the definition's paging; without one the list is a single page. */
  readonly paging?: Paging | undefined;
  /** Reads the text of a page; throws `upstreamInvalid` when it is not valid. Default: it is read as JSON. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** Path of the items in the body, or a function that returns them. Default: the body itself. */
  readonly items?: string | ((body: unknown) => unknown) | undefined;
  /**
   * Path of the member that identifies an item, such as `id`, or a function that returns it. An item that comes again is
   * dropped, and pages that are counted overlap, which shows whether items have moved while the list is read. Default:
   * items have no identity. A total that changes is then an error, because items may have been missed.
   */
  readonly key?: string | ((item: unknown) => unknown) | undefined;
  /** What can happen to the order of items with a key. Default: `unknown`. */
  readonly order?: ListOrder | undefined;
  /** How the list is read again. Default: in the same way. */
  readonly again?: ReadAgain | undefined;
  /** Maximum number of pages; more are an error. Default: 10,000. */
  readonly maxPages?: number | undefined;
  /**
   * Maximum number of pages without items in a row that point to a next one; more are taken for a list that never ends.
   * Raise it where the API filters after it has cut the list into pages. Default: 3.
   */
  readonly maxEmptyPages?: number | undefined;
  /** Checks every item; a mismatch is `upstream_invalid`. Default: the type is not checked. */
  readonly shape?: Shape<Item> | undefined;
}

/**
 * What can happen to the order of a list's items while it is read.
 *
 * - `stable`: items appear and disappear anywhere, and the others keep their order, as when they are sorted by id or by
 *   the time of their creation. Pages that overlap find all of them, and so does a cursor that points to an item.
 * - `unknown`: as `stable`, until items come twice, are not where they were, or their number changes. The list is then
 *   read again for what was missed, until it stays the same. So is a list whose pages cannot overlap, such as one with a
 *   cursor that may count items.
 * - `changing`: items can move, as when they are sorted by name. A list of more than one page is read again until there
 *   is nothing new.
 *
 * A list that never stays the same is an error.
 */
export type ListOrder = "stable" | "unknown" | "changing";

/** How a list is read again to find items that were missed, with requests that return less of each item. */
export interface ReadAgain {
  /** Query arguments in place of those of the list. Default: the same. */
  readonly query?: Query;
  /** Members of the body in place of those of the list. Default: the same. */
  readonly json?: Readonly<Record<string, unknown>>;
  /**
   * Reads the whole of items that were missed.
   *
   * @param items - The items as the list has returned them now
   * @returns Those that still exist
   */
  complete(items: readonly unknown[]): Promise<readonly unknown[]>;
}

/** A response that was read whole. */
export interface HttpAnswer {
  readonly status: number;
  /** Headers by lower-case name; several headers of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Value of a JSON body; for an error status, `undefined` when the body is not JSON. */
  readonly body: unknown;
  /** Body of an error status as text when it is not JSON, up to 64 KiB; for `fault` to inspect, not for display. */
  readonly text?: string | undefined;
}

/** One call. It is sent when it is read, and again for every further read. */
export interface HttpCall {
  /**
   * Reads JSON.
   *
   * @param shape - Checks the value; a mismatch is `upstream_invalid`. Default: the type is not checked
   */
  json<Value = unknown>(shape?: Shape<Value>): Promise<Value>;
  /** Reads the JSON body together with status and headers. */
  answer(): Promise<HttpAnswer>;
  /** Reads text in the `encoding` of the call. */
  text(): Promise<string>;
  /** Reads bytes. */
  bytes(): Promise<Uint8Array>;
  /** Reads bytes as they arrive, without a maximum size; only opening the response is retried. */
  stream(): AsyncIterable<Uint8Array>;
  /** Reads text in the `encoding` of the call as it arrives, as `stream` reads bytes. */
  textStream(): AsyncIterable<string>;
  /**
   * Opens a file, with the headers that describe it. Its bytes are read as they arrive, without a maximum size; only
   * opening the response is retried.
   *
   * @param range - The part to request. Default: the whole file, which is also returned if the server has no parts
   */
  file(range?: FileRange): Promise<FileContent>;
  /**
   * Reads the items of an array in a JSON response of any size as they arrive, no faster than they are consumed. Memory
   * holds some items, never the whole response. `limits.pageBytes` and `limits.depth` apply to each item, and to
   * everything around the items. A fault in the first 256 KiB is retried where that may help. A later one, such as a
   * truncated response, ends the items with an error.
   *
   * @param path - Path of the array, as `memberAt` reads it. Default: the response itself
   * @param shape - Checks every item; a mismatch is `upstream_invalid`. Default: the type is not checked
   */
  items<Item = unknown>(path?: string, shape?: Shape<Item>): Pages<Item>;
  /** Reads NDJSON in the same way: every line is one item. */
  lines<Item = unknown>(): Pages<Item>;
}

/**
 * The HTTP client of one request. It applies the base URL, credentials, retries, limits and paging of the connector's
 * definition. Credentials are sent only to the origin of the base URL and to the definition's `trustedOrigins`.
 *
 * @example
 * ```ts snippet=examples/sdk/paging.ts#http
 * async function withOwner(http: Http): Promise<Item[]> {
 *   const user = await http.get("user").json(shape.object({ login: shape.required(shape.text) }));
 *   const found = await http
 *     .post("search", { json: { owner: user.login }, idempotent: true })
 *     .json<{ items: Item[] }>();
 *   return found.items;
 * }
 * ```
 * ```ts snippet=examples/sdk/paging.ts#link-header
 * function byLinkHeader(http: Http) {
 *   return http.pages<Item>("items", { paging: linkHeader() });
 * }
 * ```
 */
export interface Http {
  /** Sends a GET request; retried where that may help. */
  get(path: string, options?: CallOptions): HttpCall;
  /** Sends a POST request; retried only when `idempotent` is set. */
  post(path: string, options?: SendOptions): HttpCall;
  /** Reads a list page by page; fetches the next page while the current one is consumed. */
  pages<Item = unknown>(path: string, options?: PagesOptions<Item>): Pages<Item>;
}

/** The HTTP client of callbacks that change something in the upstream: actions and webhooks. */
export interface WritingHttp extends Http {
  /** Sends a PUT request; retried where that may help, unless `idempotent` is `false`. */
  put(path: string, options?: SendOptions): HttpCall;
  /** Sends a PATCH request; retried only when `idempotent` is set. */
  patch(path: string, options?: SendOptions): HttpCall;
  /** Sends a DELETE request; retried where that may help, unless `idempotent` is `false`. */
  delete(path: string, options?: SendOptions): HttpCall;
}

/** Argument of a callback that changes something: what the service passes, and the HTTP client of the request. */
export type WithWritingHttp<Given> = Given & { readonly http: WritingHttp };
