import type { Aggregate } from "./chart-spec.js";

/** Combines the values of a group into one number; `undefined` when there are no values. */
export function combineValues(
  values: readonly number[],
  rows: number,
  aggregate: Aggregate,
): number | undefined {
  if (aggregate === "count") return rows;
  if (values.length === 0) return undefined;
  switch (aggregate) {
    case "sum":
      return sumOf(values);
    case "mean":
      return sumOf(values) / values.length;
    case "median":
      return medianOf(values);
    case "min":
      return values.reduce((left, right) => Math.min(left, right));
    default:
      return values.reduce((left, right) => Math.max(left, right));
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((left, right) => left + right, 0);
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
