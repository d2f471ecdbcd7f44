import type { DayRange, DecimalRange } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

/** A statement and the values that are bound to its parameters. Its SQL never contains values. */
export interface Statement<Value = string | null> {
  readonly sql: string;
  readonly parameters: readonly Value[];
}

/** What the rows of a table must satisfy in one column. */
export interface Condition {
  readonly column: TableColumn;
  /** Period, for a column that holds dates. */
  readonly period?: DayRange;
  /** Instant from which the value must be, ISO 8601 in UTC, for a column that holds dates. A row without a date satisfies it too. */
  readonly changedSince?: string;
  /** Range of numbers, for a column that holds numbers. */
  readonly range?: DecimalRange;
  /** The value must be one of these, as returned by `readColumnValues`. */
  readonly values?: readonly string[];
  /** Whether the value must be NULL (`true`) or must not be NULL (`false`). */
  readonly isNull?: boolean;
  /** The value must contain this text, ignoring case. */
  readonly contains?: string;
}
