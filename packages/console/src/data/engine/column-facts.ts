/** What a cell holds. */
export type CellType = "text" | "number" | "bool" | "date" | "array" | "object";

/** What has been seen in one column. */
export interface ColumnFacts {
  readonly id: string;
  /** Types of the values, the most frequent first; empty when every value is null. */
  readonly types: readonly { readonly type: CellType; readonly count: number }[];
  /** Rows without a value. */
  readonly nulls: number;
  /** Different values seen. */
  readonly distinct: number;
  /** Whether there were more different values than are counted. */
  readonly moreDistinct: boolean;
  /** Smallest and largest number or date. */
  readonly min: number | string | undefined;
  readonly max: number | string | undefined;
  /** How the numbers or dates of a sample are spread between the smallest and the largest; empty for other columns. */
  readonly bins: readonly number[];
  /** The most frequent values among those counted. */
  readonly top: readonly { readonly text: string; readonly count: number }[];
}
