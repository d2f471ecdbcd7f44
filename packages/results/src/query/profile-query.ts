import type { ColumnKind, RowSelection } from "./row-query.js";

/** The request for profiles of columns. `POST data/runs/<run>/profile` */
export interface ProfileRequest extends RowSelection {
  /** All columns when omitted. */
  readonly columns?: readonly string[];
  /** Whether quartiles, common values and histograms are wanted. Default: `false`. */
  readonly isDetailed?: boolean;
}

/** A value and how often it occurs. */
export interface CommonValue {
  readonly value: string;
  readonly count: number;
}

/** The values from `from`, included, to `until`, excluded. Bins without values are left out. */
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
  /** Absent for nested values and for columns without values. Texts are cut after 400 characters. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Only of numbers. */
  readonly sum?: string | undefined;
  readonly mean?: string | undefined;
  /** Only of numbers, when detailed: the mean of the values in the middle. */
  readonly median?: string | undefined;
  /** Only of numbers, when detailed: values of the column, of which a quarter are below and above. */
  readonly firstQuartile?: string | undefined;
  readonly thirdQuartile?: string | undefined;
  /** The most frequent values, at most 10, when detailed. */
  readonly common?: readonly CommonValue[];
  /** Bins of numbers, dates and times, when detailed. */
  readonly histogram?: readonly HistogramBin[];
}

/** Profiles in the order of the request. */
export interface ProfileAnswer {
  readonly profiles: readonly ColumnProfile[];
}
