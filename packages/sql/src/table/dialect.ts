import type { DayRange, DecimalRange } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

/** Binds a value to the statement being built and answers what stands for it there, such as `$1`. */
export type BindValue = (value: string) => string;

/** How one database says what a table filter asks for. Values go through `bind`, names through `quote`. */
export interface Dialect {
  /** Quotes a name, whatever characters it holds. */
  readonly quote: (name: string) => string;
  /** What stands for the parameter of that number, counted from one. */
  readonly parameter: (index: number) => string;
  /**
   * Conditions for a period, both ends inclusive: to the millisecond for a column of instants or times, by calendar days
   * for a column of days.
   */
  readonly inPeriod: (column: TableColumn, period: DayRange, bind: BindValue) => readonly string[];
  /** Conditions for a range of numbers, both ends inclusive, digit by digit. NaN is in no range. */
  readonly inRange: (column: TableColumn, range: DecimalRange, bind: BindValue) => readonly string[];
  /**
   * Condition for one of several values, as `readColumnValues` returns them: texts character by character, whatever the
   * collation; numbers as numbers.
   */
  readonly oneOf: (column: TableColumn, values: readonly string[], bind: BindValue) => string;
  /** Condition for a value that rows show as `null`. */
  readonly isNull: (column: TableColumn) => string;
  /** Condition for text that contains other text; upper and lower case are the same, accents count. */
  readonly contains: (column: TableColumn, text: string, bind: BindValue) => string;
  /** The end of a statement that leaves out rows at the start and stops after some. */
  readonly page: (limit: number | undefined, skip: number, bind: BindValue) => string;
}
