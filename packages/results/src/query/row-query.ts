/**
 * The kind of the values of a column. A `date` is a day, a `time` is a time without a zone, and an `instant` is a time
 * in UTC. None of them depends on the zone of the browser.
 */
export type ColumnKind = "number" | "boolean" | "date" | "time" | "instant" | "text" | "nested";

/** The declaration of a column by a connector. */
export interface DeclaredColumn {
  readonly id: string;
  readonly name: string;
  /** Type as the connector wrote it; empty when the connector did not declare one. */
  readonly type: string;
  readonly description: string;
}

/** A column of a result. */
export interface TableColumn {
  /** Its name, which identifies it in every request. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** The engine's name of the type, such as `DECIMAL(7,2)`. */
  readonly type: string;
  /** Name of the member in the rows, where it cannot be a name in SQL; absent when it is the name. */
  readonly key?: string;
  /** The connector's declaration; `undefined` when it does not declare this column. */
  readonly declared?: DeclaredColumn;
  /** Only of times: the texts that are not in the calendar, of which the first one is named. Absent for none. */
  readonly unread?: { readonly count: number; readonly first: string };
}

/** A condition that the value of a column must meet. Values are compared by the type of the column. */
export type RowCondition =
  | {
      readonly column: string;
      readonly operator: "equals" | "differs" | "less" | "at-most" | "more" | "at-least" | "contains";
      readonly value: string;
    }
  | { readonly column: string; readonly operator: "one-of"; readonly values: readonly string[] }
  | { readonly column: string; readonly operator: "empty" | "not-empty" };

/** The selected rows of a result. Without members: all rows. */
export interface RowSelection {
  /** Text that one of the cells contains, ignoring case. */
  readonly search?: string;
  /** Conditions that all hold. */
  readonly where?: readonly RowCondition[];
}

/** A column to sort by. Empty values come last. */
export interface SortColumn {
  readonly column: string;
  readonly isDescending?: boolean;
}

/** The request for a window of rows. `POST data/runs/<run>/rows` */
export interface RowsRequest extends RowSelection {
  /** The most significant first. Default: the order in which the rows arrived. */
  readonly sort?: readonly SortColumn[];
  /** Columns to return, in this order. Default: all. */
  readonly columns?: readonly string[];
  /** Rows to skip. */
  readonly offset: number;
  /** Maximum number of rows. The service returns at most 1000. */
  readonly limit: number;
}

/** The start of a cell whose text is too long for a table. */
export interface LongCell {
  readonly start: string;
  /** Length of the whole text in characters. */
  readonly length: number;
}

/**
 * The exact text of a value: every digit of a number (without trailing zeros while rows arrive), ISO 8601 for dates,
 * JSON for nested values, `true` and `false`. `null` for a missing value.
 */
export type Cell = string | LongCell | null;

/** A window of rows. */
export interface RowsAnswer {
  readonly offset: number;
  /** Number of rows that match the selection. */
  readonly matching: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The number of each row, counted from 0 in the order of arrival. It identifies the row in a {@link RowRequest}. */
  readonly numbers: readonly number[];
}

/** The request for a whole row. `POST data/runs/<run>/row` */
export interface RowRequest {
  readonly number: number;
}

/** A whole row. */
export interface RowAnswer {
  /** JSON text of the row, with every digit. Parse it with `parseExactJson` of `@wellhead/client`. */
  readonly json: string;
}
