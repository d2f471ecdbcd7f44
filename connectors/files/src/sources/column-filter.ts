import type { Field } from "@wellhead/sdk";
import type { Condition } from "../tables/condition.js";

/** One filter field made from a column. */
export interface ColumnFilter {
  /** Preferred id; it gets a suffix if it is taken. */
  readonly id: string;
  readonly field: Field;
  /** The column that the condition is about; `undefined` when the user chooses it. */
  readonly column?: string;
  /** The end of a range that the field represents. Default: none. */
  readonly bound?: { readonly column: string; readonly end: "min" | "max" };
  /** Returns the conditions for a value that the field has accepted, all of which must be met. */
  readonly where: (value: unknown) => readonly Condition[];
}
