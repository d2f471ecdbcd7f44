import type { DuckDBType } from "@duckdb/node-api";

/** A column as it is written. */
export interface EncodedColumn {
  readonly name: string;
  readonly type: DuckDBType;
}
