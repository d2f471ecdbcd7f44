/** Which rows a chart is made of. */
export interface ChartBasis {
  /** Rows that went into the chart. */
  readonly rows: number;
  /** Rows the connector sent. */
  readonly of: number;
}

/** What is drawn. */
export interface ChartData {
  /** One value for each label: bars, lines, areas, pies, histograms. */
  readonly bars: readonly { readonly label: string; readonly value: number }[];
  /** Points of a scatter. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Whether the x of the points is an instant. */
  readonly datesAlong: boolean;
  readonly basis: ChartBasis;
  /** What was left out or put together; empty when nothing was. */
  readonly note: string;
}
