import { isRecord } from "../json/record.js";

/** Kinds of chart. */
export const chartKinds = ["bar", "line", "area", "scatter", "pie", "histogram"] as const;

/** One of {@link chartKinds}. */
export type ChartKind = (typeof chartKinds)[number];

/** Functions that combine several numbers into one. */
export const aggregates = ["count", "sum", "mean", "median", "min", "max"] as const;

/** One of {@link aggregates}. */
export type Aggregate = (typeof aggregates)[number];

/** Time periods by which dates are grouped. */
export const groupings = ["none", "hour", "day", "week", "month", "quarter", "year"] as const;

/** One of {@link groupings}. */
export type Grouping = (typeof groupings)[number];

/** The settings of a chart. */
export interface ChartSpec {
  readonly kind: ChartKind;
  /** Column on the horizontal axis. */
  readonly x: string;
  /** Measured column; when `undefined`, rows are counted. */
  readonly y?: string | undefined;
  readonly aggregate: Aggregate;
  readonly grouping: Grouping;
}

/** Parses chart settings from an address; `undefined` without a column or a known kind. */
export function readChartSpec(value: unknown): ChartSpec | undefined {
  if (!isRecord(value)) return undefined;
  const kind = chartKinds.find((known) => known === value["kind"]);
  const { x, y } = value;
  if (kind === undefined || typeof x !== "string") return undefined;
  return {
    kind,
    x,
    ...(typeof y === "string" && { y }),
    aggregate: aggregates.find((known) => known === value["aggregate"]) ?? "count",
    grouping: groupings.find((known) => known === value["grouping"]) ?? "none",
  };
}
