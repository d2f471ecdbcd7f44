import type { DuckDBConnection } from "@duckdb/node-api";

/** A file the engine can see, about to become a table. */
export interface Reading {
  readonly connection: DuckDBConnection;
  /** Path of its stand-in. */
  readonly standIn: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Columns that earlier were found to hold other values than the first rows promised; they are read as text. */
  readonly asText: ReadonlySet<string>;
}

/** Size up to which a file is looked at in full before its types are settled. */
export const fullSampleSize = 32 * 1024 * 1024;

/** Rows of a larger file by which its types are settled. */
export const sampleRows = 100_000;
