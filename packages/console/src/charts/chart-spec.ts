import { isRecord } from "../json/record.js";

/** Kinds of chart. */
export const chartKinds = ["bar", "line", "area", "scatter", "pie", "histogram"] as const;

/** One of {@link chartKinds}. */
export type ChartKind = (typeof chartKinds)[number];

/** Ways of making one number of many. */
export const aggregates = ["count", "sum", "mean", "median", "min", "max"] as const;

/** One of {@link aggregates}. */
export type Aggregate = (typeof aggregates)[number];

/** Stretches of time that dates are put together by. */
export const groupings = ["none", "hour", "day", "week", "month", "quarter", "year"] as const;

/** One of {@link groupings}. */
export type Grouping = (typeof groupings)[number];

/** What to draw. */
export interface ChartSpec {
  readonly kind: ChartKind;
  /** Column along the bottom. */
  readonly x: string;
  /** Column measured; `undefined` counts rows. */
  readonly y?: string | undefined;
  readonly aggregate: Aggregate;
  readonly grouping: Grouping;
}

/** Reads a chart from an address; `undefined` when it names no column or no known kind. */
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
