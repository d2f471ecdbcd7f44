import type { ColumnKind, RowSelection } from "./row-query.js";

/** A unit by which times are grouped. Weeks begin on Monday. */
export type TimeUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

/** The function that is computed for each group. Sums and means are exact for exact numbers. */
export type Measure =
  | { readonly function: "count" }
  | {
      readonly function: "sum" | "mean" | "median" | "min" | "max" | "distinct";
      readonly column: string;
    };

/** A column whose values form groups. */
export interface ChartAxis {
  readonly column: string;
  /**
   * Unit of dates and times. Default: the finest that does not have too many groups, and of which a good part has rows.
   * The response has a coarser unit if there would be more groups than `maxGroups`.
   */
  readonly unit?: TimeUnit;
  /** Approximate number of bins of numbers. Default: each value is a group of its own. */
  readonly bins?: number;
}

/** Measures by group: bars, lines, areas, pies, histograms (`bins`), heat maps (`series`). */
export interface GroupQuery extends RowSelection {
  readonly kind: "groups";
  readonly x: ChartAxis;
  /** Splits each group: colour, stack, or the second axis of a heat map. */
  readonly series?: ChartAxis;
  readonly measures: readonly Measure[];
  /** Order of categories: by the first measure, the largest first (the default), or by their value. */
  readonly order?: "measure" | "value";
  /**
   * Maximum number of groups. Categories: at most 1000, by default 50; further ones are in `others`. Times and numbers: at
   * most 5000, which is the default; if there are more, the times get a coarser unit and the numbers bins.
   */
  readonly maxGroups?: number;
  /** Maximum number of series, at most 100. Default: 12. Further ones become one series with `isOther`. */
  readonly maxSeries?: number;
}

/** A group of rows. */
export interface Group {
  /** The value; the start of a bin or of a time unit, in ISO 8601 without a zone. `null` for missing values. */
  readonly x: string | null;
  /** Where a bin or a time unit ends, exclusively; absent for other groups. */
  readonly until?: string;
  /** Where the bin or the time unit of the series ends, exclusively; absent for other series. */
  readonly seriesUntil?: string;
  /** The series; absent without one. `null` for missing values. */
  readonly series?: string | null;
  /** Whether the series contains all series beyond the maximum. */
  readonly isOther?: boolean;
  readonly rows: number;
  /** Exact text of each measure; `null` when there are no values. */
  readonly values: readonly (string | null)[];
}

/** The measures of all groups beyond the maximum together. */
export interface OtherGroups {
  readonly groups: number;
  readonly rows: number;
  readonly values: readonly (string | null)[];
}

/** Groups: times and numbers in their order, categories in the order of the query. Together they contain every row. */
export interface GroupAnswer {
  readonly kind: "groups";
  readonly xKind: ColumnKind;
  /** Unit of a time axis. */
  readonly unit?: TimeUnit;
  /** Width of a bin of a number axis. */
  readonly binWidth?: string;
  readonly groups: readonly Group[];
  /** Series in the order of their first measure, the largest first; empty without series. */
  readonly series: readonly (string | null)[];
  readonly others?: OtherGroups;
  /** Number of selected rows. */
  readonly rows: number;
}

/** Points of two columns: a scatter plot. */
export interface PointQuery extends RowSelection {
  readonly kind: "points";
  readonly x: string;
  readonly y: string;
  readonly series?: string;
  /** Maximum number of points, at most 20000. Default: 5000. */
  readonly maxPoints?: number;
  readonly maxSeries?: number;
}

/** A point, or the rows that share a cell of a fine grid with it. */
export interface Point {
  readonly x: string;
  readonly y: string;
  readonly series?: string | null;
  readonly isOther?: boolean;
  /** Number of a row at this point. */
  readonly number: number;
  /** Number of rows that the point represents. */
  readonly rows: number;
}

/**
 * Points. If there are more rows than points, the rows in the same cell of a grid become one point with their number,
 * so that no outlier is lost.
 */
export interface PointAnswer {
  readonly kind: "points";
  readonly xKind: ColumnKind;
  readonly yKind: ColumnKind;
  readonly points: readonly Point[];
  readonly series: readonly (string | null)[];
  /** Whether each point is one row. */
  readonly isEveryRow: boolean;
  /** Rows with both values. */
  readonly rows: number;
  /** Number of rows without one of the values. They do not have a point. */
  readonly missing: number;
}

/** Distribution of numbers by group: a box plot. */
export interface BoxQuery extends RowSelection {
  readonly kind: "boxes";
  /** One box when omitted. */
  readonly x?: ChartAxis;
  readonly y: string;
  /** Maximum number of boxes. Default: 50. */
  readonly maxGroups?: number;
}

/** A box: the five numbers of its values. */
export interface BoxGroup {
  readonly x: string | null;
  /** Where a bin or a time unit ends, exclusively; absent for other groups. */
  readonly until?: string;
  readonly rows: number;
  readonly min: string;
  readonly q1: string;
  readonly median: string;
  readonly q3: string;
  readonly max: string;
  /** The last values within 1.5 interquartile ranges of the box. */
  readonly lowWhisker: string;
  readonly highWhisker: string;
}

/** Boxes: times and numbers in their order, categories by their number of rows. */
export interface BoxAnswer {
  readonly kind: "boxes";
  readonly xKind: ColumnKind;
  readonly unit?: TimeUnit;
  readonly boxes: readonly BoxGroup[];
  /** Groups beyond the maximum. */
  readonly otherGroups: number;
  readonly rows: number;
}

/** The request for the data of a chart, over all selected rows. `POST data/runs/<run>/chart` */
export type ChartQuery = GroupQuery | PointQuery | BoxQuery;

/** The response to a {@link ChartQuery} of the same kind. */
export type ChartAnswer = GroupAnswer | PointAnswer | BoxAnswer;
