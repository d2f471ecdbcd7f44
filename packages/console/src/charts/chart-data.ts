/** The rows that a chart is based on. */
export interface ChartBasis {
  /** Number of rows used for the chart. */
  readonly rows: number;
  /** Number of rows the connector sent. */
  readonly of: number;
}

/** The data that a chart draws. */
export interface ChartData {
  /** One value per label: bars, lines, areas, pies, histograms. */
  readonly bars: readonly { readonly label: string; readonly value: number }[];
  /** Points of a scatter chart. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Whether the x values of the points are instants. */
  readonly datesAlong: boolean;
  readonly basis: ChartBasis;
  /** A note about omitted or merged values; empty when there are none. */
  readonly note: string;
}
