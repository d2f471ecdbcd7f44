import type { DayRange } from "@wellhead/sdk";
import type { TableColumn } from "./table-column.js";

/** A condition on rows, from which each engine writes its own SQL. */
export type Condition =
  /** The day or instant of a column is in a range. */
  | { readonly kind: "days"; readonly column: TableColumn; readonly range: DayRange }
  /** A number is at least or at most a bound, which is a decimal number of any length. */
  | {
      readonly kind: "bound";
      readonly column: TableColumn;
      readonly end: "min" | "max";
      readonly bound: string;
    }
  /** The text of a column, or the word for its boolean, is one of some values. */
  | { readonly kind: "values"; readonly column: TableColumn; readonly values: readonly string[] }
  /** A column is NULL, or is not. */
  | { readonly kind: "null"; readonly column: TableColumn; readonly isNull: boolean };
