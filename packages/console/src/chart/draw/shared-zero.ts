/** The smallest and the largest value of an axis. */
export interface AxisRange {
  readonly low: number;
  readonly high: number;
}

/** The ends of an axis, and the distance of its marks. */
export interface AxisEnds {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
}

/**
 * Chooses the ends of axes that stand side by side, so that their zeros have the same height.
 *
 * @param ranges - What each axis shows
 * @param marks - About how many marks an axis has
 * @returns The ends; `undefined` when no value is below zero, and every axis begins with it
 */
export function sharedZero(ranges: readonly AxisRange[], marks: number): readonly AxisEnds[] | undefined {
  if (ranges.every(({ low }) => low >= 0)) return undefined;
  const steps = ranges.map(({ low, high }) => niceStep((Math.max(0, high) - Math.min(0, low)) / marks));
  const stepsTo = (ends: readonly number[]) =>
    Math.max(...ends.map((end, index) => Math.ceil(end / (steps[index] ?? 1))), 0);
  const above = stepsTo(ranges.map(({ high }) => high));
  const below = stepsTo(ranges.map(({ low }) => -low));
  return steps.map((interval) => ({ min: -below * interval, max: above * interval, interval }));
}

/** Returns the smallest of 1, 2, 5 × 10^k that is not below a distance; 1 for none. */
function niceStep(distance: number): number {
  if (distance <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(distance));
  return ([1, 2, 5].find((factor) => factor * power >= distance) ?? 10) * power;
}
