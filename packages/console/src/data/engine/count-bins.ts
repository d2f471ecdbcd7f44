import { isRecord } from "../../json/record.js";
import type { ColumnFacts } from "./column-facts.js";

const binCount = 12;

/** Counts the numbers or dates of a column in bins of equal width; empty for other columns. */
export function countBins(facts: Omit<ColumnFacts, "bins">, rows: readonly unknown[]): readonly number[] {
  const [least, most] = [asNumber(facts.min), asNumber(facts.max)];
  if (least === undefined || most === undefined || most <= least) return [];
  const bins = Array.from({ length: binCount }, () => 0);
  for (const row of rows) {
    const value = isRecord(row) ? asNumber(row[facts.id]) : undefined;
    if (value === undefined) continue;
    const bin = Math.min(
      binCount - 1,
      Math.max(0, Math.floor(((value - least) / (most - least)) * binCount)),
    );
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  const instant = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}
