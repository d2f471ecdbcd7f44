import type { ColumnKind, RowSelection } from "./row-query.js";

/** The request for profiles of columns. `POST data/runs/<run>/profile` */
export interface ProfileRequest extends RowSelection {
  /** All columns when omitted. */
  readonly columns?: readonly string[];
  /** Whether to compute quartiles, common values and histograms. Default: `false`. */
  readonly isDetailed?: boolean;
}

/** A value and how often it occurs. */
export interface CommonValue {
  readonly value: string;
  readonly count: number;
}

/** A bin: the values from `from` (inclusive) to `until` (exclusive). Bins without values are omitted. */
export interface HistogramBin {
  readonly from: string;
  readonly until: string;
  readonly count: number;
}

/** The profile of a column, over all selected rows. Figures are exact texts: sums and means keep every digit. */
export interface ColumnProfile {
  readonly column: string;
  readonly kind: ColumnKind;
  readonly rows: number;
  /** Rows without a value, and those with a text that is not in the calendar. */
  readonly nulls: number;
  /** Only of times: rows with a text that is not in the calendar, such as `2016-12-31T23:59:60Z`. Absent for none. */
  readonly unread?: number;
  readonly distinct: number;
  /** Absent for nested values and for columns without values. Texts are truncated after 400 characters. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Only of numbers. */
  readonly sum?: string | undefined;
  readonly mean?: string | undefined;
  /** Only for numbers, if detailed: the mean of the values in the middle. */
  readonly median?: string | undefined;
  /** Only for numbers, if detailed: the values of the column below and above which a quarter of the values are. */
  readonly firstQuartile?: string | undefined;
  readonly thirdQuartile?: string | undefined;
  /** The most frequent values, at most 10, if detailed. */
  readonly common?: readonly CommonValue[];
  /** Bins of numbers, dates and times, if detailed. */
  readonly histogram?: readonly HistogramBin[];
}

/** Profiles in the order of the request. */
export interface ProfileAnswer {
  readonly profiles: readonly ColumnProfile[];
}
