import type { ChartAxis, Measure, TimeUnit } from "./chart-query.js";
import type { RowSelection } from "./row-query.js";

/** A measure of a summary: one of a chart, or the percentage of all rows, or of the sum of a column, in a group. */
export type SummaryMeasure = Measure | { readonly function: "share"; readonly column?: string };

/** The request for measures by up to three columns. `POST data/runs/<run>/summary` */
export interface SummaryQuery extends RowSelection {
  /** The columns that form groups, at most three. Without any, all rows are one group. */
  readonly by: readonly ChartAxis[];
  readonly measures: readonly SummaryMeasure[];
  /** Maximum number of groups, at most 5000. Default: 1000. */
  readonly maxGroups?: number;
}

/** The rows that have the same value, or are in the same unit or bin, of each column. */
export interface SummaryGroup {
  /** The value of each column; the start of a time unit or of a bin. `null` for missing values. */
  readonly keys: readonly (string | null)[];
  /** Where the time unit or the bin of each column ends, exclusively; `null` for other groups. */
  readonly untils: readonly (string | null)[];
  readonly rows: number;
  /** Exact text of each measure; `null` when there are no values. Shares are percentages with ten digits. */
  readonly values: readonly (string | null)[];
}

/** Groups in the order of their keys. */
export interface SummaryAnswer {
  /** Unit of each column of times, and width of the bins of each column of numbers that has some. */
  readonly axes: readonly { readonly unit?: TimeUnit; readonly binWidth?: string }[];
  readonly groups: readonly SummaryGroup[];
  /** Number of all groups, also of those beyond the maximum. */
  readonly groupCount: number;
  /** The measures of all selected rows together. */
  readonly total: Pick<SummaryGroup, "rows" | "values">;
}
