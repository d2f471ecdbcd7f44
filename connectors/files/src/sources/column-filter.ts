import type { DuckDBValue } from "@duckdb/node-api";
import type { Field } from "@wellhead/sdk";

/** A condition on rows, with the values of its parameters in order. */
export interface Condition {
  /** SQL with `?` for each value. */
  readonly sql: string;
  readonly values: readonly DuckDBValue[];
}

/** One filter field made from a column. */
export interface ColumnFilter {
  /** Wanted id; another is given when it is taken. */
  readonly id: string;
  readonly field: Field;
  /** The end of a range that it is. Default: none. */
  readonly bound?: { readonly column: string; readonly end: "min" | "max" };
  /** Makes the condition for the value that the field accepted. */
  readonly where: (value: unknown) => Condition | undefined;
}
