import type { Fields, ValuesOf } from "../fields/field.js";
import type { Http } from "../http/http.js";

/** Writes structured log lines; values that are secrets of the request are scrubbed wherever they stand. */
export interface Log {
  /** Something an operator may want to follow. */
  info(message: string, details?: LogDetails): void;
  /** Something an operator should look at. */
  warn(message: string, details?: LogDetails): void;
}

/** Facts of a log line: counts, names, durations. */
export type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/** An account before its kind is known: the kind and its members, secrets wrapped. */
export type AnyAccount = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** What the service hands to every callback of a connector. One per request, shared with no other request. */
export interface Context<Account = AnyAccount> {
  /** The account of the request. */
  readonly account: Account;
  /** Aborted when the caller has gone away or time is up; upstream work must stop then. */
  readonly signal: AbortSignal;
  /** Log of this request. */
  readonly log: Log;
  /** Id that the request's log lines and errors carry. */
  readonly requestId: string;
  /**
   * Who asks: the name of the caller's credential, else its network address. Requests of one caller have the same one, so
   * a connector can divide among its callers what it has little of.
   */
  readonly caller: string;
}

/** What a callback gets: what the service hands over, and the HTTP client of the request. */
export type WithHttp<Given> = Given & { readonly http: Http };

/** What the `options` of a field get. */
export interface OptionsContext<Required extends string = string> extends Context {
  /** Values of the fields named in `requires`; several values of one field are joined by commas. */
  readonly dependsOn: Readonly<Record<Required, string>>;
}

/** What `rows`, computed `fields` and `validateFilter` of a source get. */
export interface SourceContext<Account, Filter extends Fields> extends Context<Account> {
  /** Values of the filter form. */
  readonly filter: ValuesOf<Filter>;
}

/** What `rows` of a source gets. */
export interface RowsContext<Account, Filter extends Fields> extends SourceContext<Account, Filter> {
  /** Most rows the caller wants; `undefined` means all. The server applies it unless the source says `pages: true`. */
  readonly limit: number | undefined;
  /** Rows to leave out at the start. The server applies it unless the source says `pages: true`. */
  readonly skip: number;
}
