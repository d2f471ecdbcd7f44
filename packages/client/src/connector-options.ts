import type { AccountOptions } from "./account/account-options.js";
import type { ExchangeObserver } from "./http/exchange-observer.js";
import type { JsonRecord } from "./json/lenient-json.js";

/** Options of a `Connector`. */
export interface ConnectorOptions {
  /** Sends the requests. Default: the runtime's own `fetch`. */
  readonly fetch?: typeof fetch;
  /** Headers of every request, such as credentials of the caller. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for every exchange. Default: not called. */
  readonly observe?: ExchangeObserver;
  /** Returns the current time in milliseconds since 1970, for date expressions. Default: the system's clock. */
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
  /**
   * What happens to a member of the filter that the source does not declare. Connectors ignore it, so a misspelled name
   * selects every row. `refuse` throws before anything is sent. Default: `send`.
   */
  readonly unknownFilter?: "send" | "refuse";
  /** Zone of days in date expressions. Default: the account's zone if the connector provides it, otherwise UTC. */
  readonly zone?: string;
}

/** Options of `Connector.rows`. */
export interface RowsOptions extends SourceOptions {
  /** Maximum number of rows. It is enforced here if the connector ignores it. Default: all. */
  readonly limit?: number | undefined;
  /** Rows to skip at the start. They are dropped here if the connector ignores it. Default: 0. */
  readonly skip?: number | undefined;
  /**
   * Whether rows may end with the connection, as in HTTP/1.0: a response without a length is then taken as complete,
   * although one that was cut looks the same. JSON arrays show their own end. Default: false.
   */
  readonly allowCloseDelimited?: boolean | undefined;
}

/** The logo of a connector: the image or its address. */
export type Logo = { readonly svg: string } | { readonly address: URL };
