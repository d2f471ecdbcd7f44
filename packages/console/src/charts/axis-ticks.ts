import { niceStep } from "./nice-step.js";

/** An axis: its round end values, and the values labelled along it. */
export interface Axis {
  readonly least: number;
  readonly most: number;
  readonly ticks: readonly number[];
}

/** Creates an axis that covers the given values; `fromZero` makes it start at zero, as bar lengths require. */
export function makeAxis(
  values: readonly number[],
  options: { readonly fromZero: boolean; readonly parts?: number },
): Axis {
  const { fromZero, parts = 5 } = options;
  let [least, most] = fromZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!Number.isFinite(least) || !Number.isFinite(most)) [least, most] = [0, 1];
  if (least === most) most = least + 1;
  const step = niceStep(most - least, parts);
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { least: first * step, most: last * step, ticks };
}

/** Formats a value of an axis in short form: `1.5M`, `20K`, `0.05`. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${trim(value / 1e9)}B`;
  if (size >= 1e6) return `${trim(value / 1e6)}M`;
  if (size >= 1e4) return `${trim(value / 1e3)}K`;
  return trim(value);
}

function trim(value: number): string {
  return String(Number(value.toPrecision(4)));
}
