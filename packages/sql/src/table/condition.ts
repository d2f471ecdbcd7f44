import type { DateRange, NumberRange } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

/** What the rows of a table must meet in one column. */
export interface Condition {
  readonly column: TableColumn;
  /** Range of instants, of a column that holds dates. */
  readonly period?: DateRange;
  /** Range of numbers, of a column that holds numbers. */
  readonly range?: NumberRange;
  /** One of these values, as the catalogue lists them. */
  readonly values?: readonly string[];
  /** Text that contains this, whatever the case. */
  readonly contains?: string;
}
