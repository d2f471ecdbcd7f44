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
  /** Preferred id; it gets a suffix if it is taken. */
  readonly id: string;
  readonly field: Field;
  /** The column that the condition is about; `undefined` when the user chooses it. */
  readonly column?: string;
  /** The end of a range that the field represents. Default: none. */
  readonly bound?: { readonly column: string; readonly end: "min" | "max" };
  /** Returns the condition for a value that the field has accepted. */
  readonly where: (value: unknown) => Condition | undefined;
}
