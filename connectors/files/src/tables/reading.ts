import type { DuckDBConnection } from "@duckdb/node-api";

/** A file the engine can see, about to become a table. */
export interface Reading {
  readonly connection: DuckDBConnection;
  /** Path of its stand-in. */
  readonly standIn: string;
  /** Returns a path for a converted copy. */
  readonly reserveCopy: (ending: string) => string;
  /** Name people know the file by. */
  readonly name: string;
  /** Whether its types are found from all of its content; else from the beginning, and checked when rows are read. */
  readonly isWhole: boolean;
}

/** What a file is to the engine. */
export interface TableText {
  /** What follows FROM. */
  readonly from: string;
  /** Names people know the columns by. Default: those of the table. */
  readonly labels?: readonly string[];
  /** Indexes of columns of JSON that hold numbers only. Default: none. */
  readonly numbers?: ReadonlySet<number>;
  /** Whether it was found from all of the file, whatever was asked for. Default: `false`. */
  readonly isWhole?: boolean;
  /** Something a person who reads the rows should know. Default: nothing. */
  readonly notice?: string;
}

/** Size up to which a file is read in full before its types are settled. */
export const fullSampleSize = 32 * 1024 * 1024;

/** Rows of a larger file by which its types are settled. */
export const sampleRows = 100_000;
