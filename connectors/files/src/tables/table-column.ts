import type { DuckDBType } from "@duckdb/node-api";

/** A column of a table. */
export interface TableColumn {
  /** Its name in the view, in rows and in the schema. */
  readonly id: string;
  readonly type: DuckDBType;
  /** Whether its values are numbers although its type, JSON, does not say so. */
  readonly isNumber?: boolean;
  /** Whether it is text of few different values, so that a list of them is worth offering. */
  readonly few: boolean;
}
