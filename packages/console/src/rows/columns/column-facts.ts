import type { ColumnKind, ColumnProfile, HistogramBin } from "@wellhead/workbench/protocol";
import { parseTime } from "../../text/parse-time.js";

/** The type of a column's values. */
export type CellType = "text" | "number" | "bool" | "date" | "array" | "object";

/** Facts about the values of one column, over all rows. */
export interface ColumnFacts {
  readonly id: string;
  /** The type of the values; empty when every value is null. */
  readonly types: readonly { readonly type: CellType; readonly count: number }[];
  /** Number of rows without a value. */
  readonly nulls: number;
  readonly distinct: number;
  /** Smallest and largest number or date, with every digit. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The bins between the smallest and the largest number or date that have values; empty for other columns. */
  readonly bins: readonly FactBin[];
  readonly top: readonly { readonly text: string; readonly count: number }[];
  /** Whether `bins` and `top` were computed. */
  readonly isDetailed: boolean;
}

/** A bin; `start` and `width` are parts of the distance between the smallest and the largest edge. */
export interface FactBin {
  readonly start: number;
  readonly width: number;
  readonly count: number;
}

/** Facts about columns, and the number of rows they are based on. */
export interface GatheredFacts {
  readonly rows: number;
  /** Names of all columns, also of those whose facts have not arrived. */
  readonly names: readonly string[];
  readonly facts: readonly ColumnFacts[];
  /** Why there are no facts; empty when there are. */
  readonly problem: string;
}

const types: Readonly<Record<Exclude<ColumnKind, "nested">, CellType>> = {
  number: "number",
  boolean: "bool",
  date: "date",
  time: "date",
  instant: "date",
  text: "text",
};

/** Converts the profile of a column. */
export function columnFacts(profile: ColumnProfile): ColumnFacts {
  const { column, kind, rows, nulls, distinct, min, max, common = [], histogram = [] } = profile;
  const nested = common[0]?.value.startsWith("[") === true ? "array" : "object";
  const type = kind === "nested" ? nested : types[kind];
  const isRange = type === "number" || type === "date";
  return {
    id: column,
    types: rows === nulls ? [] : [{ type, count: rows - nulls }],
    nulls,
    distinct,
    min: isRange ? min : undefined,
    max: isRange ? max : undefined,
    bins: placeBins(histogram),
    isDetailed: profile.histogram !== undefined || profile.common !== undefined,
    top: common.map(({ value, count }) => ({ text: value, count })),
  };
}

/** Bins without values are not part of a histogram. The space between the others shows them. */
function placeBins(histogram: readonly HistogramBin[]): readonly FactBin[] {
  const bins = histogram
    // Halves, because the distance between two doubles can be beyond the largest.
    .map(({ from, until, count }) => ({
      from: edgePosition(from) / 2,
      until: edgePosition(until) / 2,
      count,
    }))
    .filter(({ from, until }) => Number.isFinite(from) && Number.isFinite(until));
  const [first, last] = [bins[0]?.from ?? 0, bins.at(-1)?.until ?? 0];
  const range = last - first > 0 ? last - first : 1;
  return bins.map(({ from, until, count }) => ({
    start: (from - first) / range,
    width: (until - from) / range,
    count,
  }));
}

function edgePosition(text: string): number {
  return /^\d{4,6}-\d\d-/.test(text) ? parseTime(text) : Number(text);
}
