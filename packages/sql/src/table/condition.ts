import type { DayRange, DecimalRange } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

/** What the rows of a table must meet in one column. */
export interface Condition {
  readonly column: TableColumn;
  /** Period, of a column that holds dates. */
  readonly period?: DayRange;
  /** Range of numbers, of a column that holds numbers. */
  readonly range?: DecimalRange;
  /** One of these values, as `readColumnValues` returns them. */
  readonly values?: readonly string[];
  /** Whether it must be NULL, or must not. */
  readonly isNull?: boolean;
  /** Text that contains this, whatever the case. */
  readonly contains?: string;
}
