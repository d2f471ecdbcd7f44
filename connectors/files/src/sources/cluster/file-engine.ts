import type { EncodedRows } from "@wellhead/sdk";

/** A SELECT for a {@link FileEngine}. */
export interface FileQuery {
  /** The statement, in the SQL of ClickHouse. */
  readonly sql: string;
  /** The action in words, for errors, such as `Could not read "sales.parquet"`. */
  readonly action: string;
}

/** Another engine that reads the rows of files where they are: a ClickHouse server. */
export interface FileEngine {
  /** The engine and its servers in words, such as `ClickHouse at ch1:8443`. */
  readonly name: string;
  /**
   * Streams the rows of a statement.
   *
   * @param query - The statement
   * @param signal - Aborted when the caller disconnects
   * @returns The rows, in the form that the SQL connectors write
   * @throws ConnectorError explained for the reader of the source
   */
  rows(query: FileQuery, signal: AbortSignal): Promise<EncodedRows>;
  /** Closes all connections. */
  close(): Promise<void>;
}
