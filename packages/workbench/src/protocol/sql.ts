/** A connector and its name in a statement. */
export interface SqlConnector {
  readonly name: string;
  readonly base: string;
  readonly account?: Readonly<Record<string, unknown>>;
}

/** The request to run SQL over sources. `POST data/sql`; the response is a stream of `RunEvent`, as for a run. */
export interface SqlRequest {
  /** One SELECT of DuckDB. A source is the table `connector."source"`. */
  readonly sql: string;
  /** The connectors that the statement may name. */
  readonly connectors: readonly SqlConnector[];
  /** Whether to return a result even if rows are missing. Default: `false`. */
  readonly allowPartial?: boolean;
}

/** A source that a statement reads. */
export interface SqlReading {
  readonly connector: string;
  readonly source: string;
  /** The filter that was sent, including the values from WHERE. */
  readonly filter: Readonly<Record<string, unknown>>;
}
