/** A connector and its name in a statement. */
export interface SqlConnector {
  readonly name: string;
  readonly base: string;
  readonly account?: Readonly<Record<string, unknown>>;
}

/** The request to run SQL over sources. `POST data/sql`; the answer is a stream of `RunEvent`, as of a run. */
export interface SqlRequest {
  /** One SELECT of DuckDB; a source is the table `connector."source"`. */
  readonly sql: string;
  /** The connectors that it may name. */
  readonly connectors: readonly SqlConnector[];
  /** Whether an answer from an incomplete reading is wanted. Default: `false`. */
  readonly allowPartial?: boolean;
}

/** A source that a statement reads. */
export interface SqlReading {
  readonly connector: string;
  readonly source: string;
  /** The filter sent, with what WHERE has added. */
  readonly filter: Readonly<Record<string, unknown>>;
}
