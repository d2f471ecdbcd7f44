import type { DuckDBType } from "@duckdb/node-api";

/** A column of a table. */
export interface TableColumn {
  /** Its name in the view, in rows and in the schema. */
  readonly id: string;
  readonly type: DuckDBType;
  /** Whether all its values are numbers although its type is JSON. */
  readonly isNumber?: boolean;
  /** Whether it is text with few different values, so that a list of them is useful. */
  readonly few: boolean;
}
