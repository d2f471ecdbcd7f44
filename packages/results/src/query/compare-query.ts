import type { Cell } from "./row-query.js";

/** How a row differs from that of the earlier run. */
export type RowChange = "added" | "removed" | "changed";

/** The request to compare two runs. */
export interface CompareQuery {
  /**
   * Columns whose values say which rows belong together; both runs must have them. Without any, rows belong together that
   * arrived at the same position. Rows with equal keys belong together in the order in which they arrived.
   */
  readonly key: readonly string[];
  /** The rows to list. Default: all that differ. */
  readonly show?: RowChange;
  /** Lists only rows in which this column has changed. */
  readonly column?: string;
  /** Maximum number of listed rows, at most 1000. Default: 200. */
  readonly maxRows?: number;
}

/** A row that differs. */
export interface ComparedRow {
  readonly change: RowChange;
  /** Its number in the earlier run, in the order of arrival, from 0; absent for an added row. */
  readonly before?: number;
  /** Its number in the later run; absent for a removed row. */
  readonly after?: number;
  /** The values of the key. */
  readonly key: readonly Cell[];
  /** The columns that differ: all columns of both runs in an added or removed row. */
  readonly cells: readonly { readonly column: string; readonly before: Cell; readonly after: Cell }[];
}

/** How two runs differ, computed from all rows of both. */
export interface CompareAnswer {
  readonly before: number;
  readonly after: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly same: number;
  /** Rows of both runs whose key an earlier row of the same run has. */
  readonly repeated: number;
  /** The columns that both runs have, and the number of rows in which each has changed. */
  readonly columns: readonly { readonly column: string; readonly changed: number }[];
  readonly addedColumns: readonly string[];
  readonly removedColumns: readonly string[];
  /** Number of the rows that the request selects, of which `rows` are the first ones. */
  readonly matching: number;
  readonly rows: readonly ComparedRow[];
}
