import { niceStep } from "./nice-step.js";

/** Counts values in bins of equal, round width, from the smallest to the largest value. */
export function makeBins(
  values: readonly number[],
  dates: boolean,
): readonly { readonly label: string; readonly value: number }[] {
  if (values.length === 0) return [];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const step = dates ? Math.max(1, Math.ceil((most - least) / 20)) : niceStep(most - least, 20);
  const start = dates ? least : Math.floor(least / step) * step;
  const counts = Array.from({ length: Math.floor((most - start) / step) + 1 }, () => 0);
  for (const value of values) {
    const bin = Math.min(counts.length - 1, Math.floor((value - start) / step));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((value, bin) => ({ label: binLabel(start + bin * step, dates), value }));
}

function binLabel(start: number, dates: boolean): string {
  return dates ? new Date(start).toISOString().slice(0, 10) : String(Number(start.toPrecision(10)));
}
