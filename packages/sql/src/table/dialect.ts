import type { DayRange, DecimalRange } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

/** Binds a value to the statement being built and returns the SQL of its parameter, such as `$1`. */
export type BindValue = (value: string) => string;

/** How a value of a key column becomes text and back. */
export interface KeyText {
  /** SQL of the text of the column. */
  readonly text: string;
  /** SQL by which rows are ordered and compared with a value. Default: the column. */
  readonly order?: string;
  /** Returns the SQL of the value, from its bound text. */
  readonly value: (parameter: string) => string;
}

/** How one kind of database expresses a table filter in SQL. Values go through `bind`, names through `quote`. */
export interface Dialect {
  /** Quotes a name, which may contain any character. */
  readonly quote: (name: string) => string;
  /** Returns the SQL of the parameter with that number, counted from one. */
  readonly parameter: (index: number) => string;
  /**
   * Returns the conditions for a period, both ends inclusive: to the millisecond for a column of instants or times, by
   * calendar days for a column of days.
   */
  readonly inPeriod: (column: TableColumn, period: DayRange, bind: BindValue) => readonly string[];
  /** Returns the conditions for a range of numbers, both ends inclusive and exact. NaN is not in any range. */
  readonly inRange: (column: TableColumn, range: DecimalRange, bind: BindValue) => readonly string[];
  /**
   * Returns the condition for one of several values, as returned by `readColumnValues`. Texts are compared character by
   * character, ignoring the collation. Numbers are compared as numbers.
   */
  readonly oneOf: (column: TableColumn, values: readonly string[], bind: BindValue) => string;
  /** Returns the condition for a value that rows show as `null`. */
  readonly isNull: (column: TableColumn) => string;
  /** Returns the condition for a value of a column of dates that is none, or that is before all dates. Default: `isNull`. */
  readonly hasNoDate?: (column: TableColumn) => string;
  /** Returns the name that statements use for a schema of the catalogue. Default: the same name. */
  readonly schemaName?: (schema: string) => string;
  /** Returns the condition for text that contains other text. Case is ignored, accents are not. */
  readonly contains: (column: TableColumn, text: string, bind: BindValue) => string;
  /**
   * Returns how a key column is written as text and read from it, both exact and in the order of the column; `undefined`
   * for a type for which that is not known. Default: no table is read by its key.
   */
  readonly keyText?: (column: TableColumn) => KeyText | undefined;
  /** Whether the database uses an index to compare several columns at once: `(a, b) > (1, 2)`. Default: `false`. */
  readonly comparesRows?: boolean;
  /** Returns the end of a statement, which skips rows at the start and limits their number. */
  readonly page: (limit: number | undefined, skip: number, bind: BindValue) => string;
}
