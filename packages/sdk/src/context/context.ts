import type { Http } from "../http/http.js";
import type { AnyAccount } from "../values/any-account.js";

/** Writes structured log lines. Secrets of the request are removed wherever they occur in a line. */
export interface Log {
  /** Logs something an operator may want to follow. */
  info(message: string, details?: LogDetails): void;
  /** Logs something an operator should look at. */
  warn(message: string, details?: LogDetails): void;
}

/** Details of a log line: counts, names, durations. */
export type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/** What the service passes to every callback of a connector. Created per request and not shared between requests. */
export interface Context<Account = AnyAccount> {
  /** The account of the request. */
  readonly account: Account;
  /** Aborted when the caller has disconnected or the request timed out; upstream work must stop then. */
  readonly signal: AbortSignal;
  /** Log of this request. */
  readonly log: Log;
  /** Id of the request in its log lines and errors. */
  readonly requestId: string;
  /**
   * Identifies the caller: the name of its credential, else its network address. All requests of one caller have the
   * same value, so a connector can share a scarce resource among its callers.
   */
  readonly caller: string;
}

/** Argument of a callback: what the service passes, and the HTTP client of the request. */
export type WithHttp<Given> = Given & { readonly http: Http };

/** Argument of the `options` of a field. */
export interface OptionsContext<Required extends string = string, Account = AnyAccount>
  extends Context<Account> {
  /** Values of the fields named in `requires`; several values of one field are joined by commas. */
  readonly dependsOn: Readonly<Record<Required, string>>;
}
