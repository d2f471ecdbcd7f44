import type { Pages } from "../paging/pages.js";
import type { PagesOptions } from "../paging/read-pages.js";
import type { Shape } from "../shape/shape.js";

/** Values of a query: `undefined` is left out, an array is repeated. */
export type Query = Readonly<
  Record<string, string | number | boolean | undefined | ReadonlyArray<string | number>>
>;

/** What a call sends besides its path. */
export interface CallOptions {
  /** Query arguments, encoded here. */
  readonly query?: Query | undefined;
  /** Further headers of this call; not sent to another origin a redirect leads to. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a call with a body sends. */
export interface SendOptions extends CallOptions {
  /** A value sent as JSON. */
  readonly json?: unknown;
  /** Values sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /**
   * Whether sending it twice does no more than sending it once, such as a search by POST; only then is it retried.
   * Default: `false`.
   */
  readonly idempotent?: boolean;
}

/** An answer read whole. */
export interface HttpAnswer {
  readonly status: number;
  /** Headers by lower case name; several of one name are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a JSON body; of a failure, `undefined` when it is none. */
  readonly body: unknown;
  /** Text of a failure whose body is no JSON, at most 64 KiB; for `fault` to recognise, not to be shown. */
  readonly text?: string | undefined;
}

/** One call; it is sent when it is read, once per reading. */
export interface HttpCall {
  /**
   * Reads JSON.
   *
   * @param shape - Checks the value; another one is `upstream_invalid`. Default: the type is not checked
   */
  json<Value = unknown>(shape?: Shape<Value>): Promise<Value>;
  /** Reads JSON with status and headers. */
  answer(): Promise<HttpAnswer>;
  /** Reads text, UTF-8. */
  text(): Promise<string>;
  /** Reads bytes. */
  bytes(): Promise<Uint8Array>;
  /** Reads bytes as they come, without a bound of size; only the opening is retried. */
  stream(): AsyncIterable<Uint8Array>;
  /**
   * Reads the items of an array in one JSON answer of any size, as they come and no faster than they are used.
   * Memory holds some items, never the answer; `limits.pageBytes` and `limits.depth` bound one item, and what
   * stands around the items. A fault among the first 256 KiB is retried where that may help; a later one, such as
   * an answer that is cut, ends the items with an error.
   *
   * @param path - Path of the array, member names joined by dots. Default: the answer itself
   * @param shape - Checks every item; another one is `upstream_invalid`. Default: the type is not checked
   */
  items<Item = unknown>(path?: string, shape?: Shape<Item>): Pages<Item>;
  /** Reads NDJSON in the same way: every line one item. */
  lines<Item = unknown>(): Pages<Item>;
}

/**
 * The HTTP client of one request: base address, credentials, retries, limits and paging of the connector's
 * definition applied. Credentials go to the origin of the base address only.
 */
export interface Http {
  /** Reads; retried when that may help. */
  get(path: string, options?: CallOptions): HttpCall;
  /** Sends; retried only when `idempotent` is stated. */
  post(path: string, options?: SendOptions): HttpCall;
  /** Reads page after page, the next one while the last is consumed. */
  pages<Item = unknown>(path: string, options?: PagesOptions<Item>): Pages<Item>;
}
