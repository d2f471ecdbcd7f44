import type { ColumnKind, RowSelection } from "./table.js";

/** The request for profiles of columns. `POST data/runs/<run>/profile` */
export interface ProfileRequest extends RowSelection {
  readonly columns: readonly string[];
  /** Whether histograms and common values are wanted; `true` when omitted. */
  readonly detailed?: boolean;
}

/** A value and how often it occurs. */
export interface CommonValue {
  readonly value: string;
  readonly count: number;
}

/** The values from `from` (included) to `until` (excluded; the last bin includes it). */
export interface HistogramBin {
  readonly from: string;
  readonly until: string;
  readonly count: number;
}

/** What the values of a column are, over all selected rows. Figures are exact texts: sums and means keep every digit. */
export interface ColumnProfile {
  readonly column: string;
  readonly kind: ColumnKind;
  readonly rows: number;
  readonly nulls: number;
  readonly distinct: number;
  readonly min?: string;
  readonly max?: string;
  /** Only of numbers. */
  readonly sum?: string;
  readonly mean?: string;
  /** Only of numbers: first quartile, median, third quartile. */
  readonly quartiles?: readonly [string, string, string];
  /** The most frequent values, at most 10. */
  readonly common?: readonly CommonValue[];
  /** Bins of numbers, dates and times. */
  readonly histogram?: readonly HistogramBin[];
}

/** Profiles in the order of the request. */
export interface ProfileAnswer {
  readonly profiles: readonly ColumnProfile[];
}
