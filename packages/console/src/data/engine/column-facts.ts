/** The type of a cell's value. */
export type CellType = "text" | "number" | "bool" | "date" | "array" | "object";

/** Facts about the values of one column. */
export interface ColumnFacts {
  readonly id: string;
  /** Types of the values, the most frequent first; empty when every value is null. */
  readonly types: readonly { readonly type: CellType; readonly count: number }[];
  /** Number of rows without a value. */
  readonly nulls: number;
  /** Number of different values. */
  readonly distinct: number;
  /** Whether there were more different values than are tracked. */
  readonly moreDistinct: boolean;
  /** Smallest and largest number or date. */
  readonly min: number | string | undefined;
  readonly max: number | string | undefined;
  /** Distribution of the numbers or dates in a sample between the smallest and the largest; empty for other columns. */
  readonly bins: readonly number[];
  /** The most frequent of the tracked values. */
  readonly top: readonly { readonly text: string; readonly count: number }[];
}
