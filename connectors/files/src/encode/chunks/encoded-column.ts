import type { DuckDBType } from "@duckdb/node-api";

/** A column to encode. */
export interface EncodedColumn {
  readonly name: string;
  readonly type: DuckDBType;
}
