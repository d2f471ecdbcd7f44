import type { AccountOptions } from "./account/account-options.js";
import type { ExchangeObserver } from "./http/exchange-observer.js";
import type { JsonRecord } from "./json/lenient-json.js";

/** Options of a `Connector`. */
export interface ConnectorOptions {
  /** Sends the requests; the runtime's own `fetch` when omitted. */
  readonly fetch?: typeof fetch;
  /** Headers of every request, such as credentials of the caller; none when omitted. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for every exchange; nothing is when omitted. */
  readonly observe?: ExchangeObserver;
  /** Returns the current time in milliseconds since 1970, for date expressions; the system's clock when omitted. */
  readonly now?: () => number;
}

/** Options of `Connector.options`. */
export interface FieldOptionsOptions extends AccountOptions {
  /** Id of the source. */
  readonly source: string;
  /** Id of the field. */
  readonly field: string;
  /** Values of the fields that the options depend on, by id. */
  readonly dependsOn?: JsonRecord;
}

/** Options of `Connector.schema` and `Connector.checkFilter`. */
export interface SourceOptions extends AccountOptions {
  /** Id of the source. */
  readonly source: string;
  /** Values by field id; dates may be expressions such as `LAST 3 WEEKS`. */
  readonly filter?: JsonRecord;
  /** Zone of days in date expressions; the account's own when omitted and the connector knows it, else UTC. */
  readonly zone?: string;
}

/** Options of `Connector.rows`. */
export interface RowsOptions extends SourceOptions {
  /** Maximum number of rows, enforced here where the connector ignores it; all when omitted. */
  readonly limit?: number | undefined;
  /** Rows to leave out at the start, dropped here because a connector may ignore it; 0 when omitted. */
  readonly skip?: number | undefined;
}

/** The logo of a connector: the image itself, or where it is. */
export type Logo = { readonly svg: string } | { readonly address: URL };
