import { isRecord } from "../json/record.js";
import type { ChartData } from "./chart-data.js";
import type { ChartSpec } from "./chart-spec.js";
import { combineValues } from "./combine-values.js";
import { groupDate } from "./group-date.js";
import { makeBins } from "./make-bins.js";

/** Bars and points of a chart, without the rows they are based on. */
export type ChartMarks = Pick<ChartData, "bars" | "points" | "datesAlong" | "note">;

const mostPoints = 4_000;
const none: ChartMarks = { bars: [], points: [], datesAlong: false, note: "" };

/** Creates the chart data from rows. Rows without the requested columns are skipped. */
export function makeChartData(rows: Iterable<unknown>, spec: ChartSpec): ChartMarks {
  if (spec.kind === "scatter") return scatter(rows, spec);
  if (spec.kind === "histogram") return histogram(rows, spec);
  return groups(rows, spec);
}

function scatter(rows: Iterable<unknown>, { x, y = x }: ChartSpec): ChartMarks {
  const points: (readonly [number, number])[] = [];
  let datesAlong = false;
  for (const row of rows) {
    if (!isRecord(row)) continue;
    const [along, up] = [asNumber(row[x]), asNumber(row[y])];
    datesAlong ||= typeof row[x] === "string" && along !== undefined;
    if (along !== undefined && up !== undefined) points.push([along, up]);
  }
  if (points.length <= mostPoints) return { ...none, points, datesAlong };
  const step = points.length / mostPoints;
  const shown = Array.from(
    { length: mostPoints },
    (_, index) => points[Math.floor(index * step)] ?? ([0, 0] as const),
  );
  return { ...none, points: shown, datesAlong, note: `${mostPoints} of ${points.length} points are drawn` };
}

function histogram(rows: Iterable<unknown>, { x }: ChartSpec): ChartMarks {
  const values: number[] = [];
  let dates = false;
  for (const row of rows) {
    const value = isRecord(row) ? asNumber(row[x]) : undefined;
    if (value === undefined) continue;
    dates ||= isRecord(row) && typeof row[x] === "string";
    values.push(value);
  }
  return { ...none, bars: makeBins(values, dates) };
}

interface Group {
  readonly sort: number | string;
  readonly values: number[];
  rows: number;
}

function groups(rows: Iterable<unknown>, spec: ChartSpec): ChartMarks {
  const found = new Map<string, Group>();
  for (const row of rows) {
    if (!isRecord(row)) continue;
    const raw = row[spec.x];
    const label = labelOf(raw, spec);
    let group = found.get(label);
    if (group === undefined) {
      group = { sort: typeof raw === "number" ? raw : label, values: [], rows: 0 };
      found.set(label, group);
    }
    group.rows += 1;
    const value = spec.y === undefined ? undefined : asNumber(row[spec.y]);
    if (value !== undefined) group.values.push(value);
  }
  const bars = [...found].flatMap(([label, { sort, values, rows: count }]) => {
    const value = combineValues(values, count, spec.aggregate);
    return value === undefined ? [] : [{ label, value, sort }];
  });
  return cutGroups(bars, spec);
}

interface SortableBar {
  readonly label: string;
  readonly value: number;
  readonly sort: number | string;
}

function cutGroups(bars: readonly SortableBar[], { kind, aggregate }: ChartSpec): ChartMarks {
  const ordered = bars.every(({ sort, label }) => typeof sort === "number" || /^\d{4}\b/.test(label));
  const flows = kind === "line" || kind === "area";
  const most = { pie: 8, bar: 40 }[kind === "pie" ? "pie" : "bar"];
  const bySize = bars.toSorted((left, right) => right.value - left.value);
  if (flows || (ordered && kind === "bar" && bars.length <= 400)) {
    return { ...none, bars: bars.toSorted((left, right) => (left.sort < right.sort ? -1 : 1)) };
  }
  if (bars.length <= most) return { ...none, bars: bySize };
  const rest = bySize.slice(most - 1);
  const adds = aggregate === "count" || aggregate === "sum";
  const others = adds
    ? [{ label: `Other (${rest.length})`, value: rest.reduce((sum, bar) => sum + bar.value, 0) }]
    : [];
  const note = adds
    ? `${rest.length} smaller groups are put together`
    : `The ${rest.length} smallest groups are left out`;
  return { ...none, bars: [...bySize.slice(0, most - 1), ...others], note };
}

function labelOf(raw: unknown, spec: ChartSpec): string {
  if (raw === null || raw === undefined) return "(none)";
  if (typeof raw === "string")
    return spec.grouping === "none" ? raw.slice(0, 60) : (groupDate(raw, spec.grouping) ?? raw.slice(0, 60));
  return JSON.stringify(raw).slice(0, 60);
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}
