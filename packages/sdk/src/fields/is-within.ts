import type { DateRange } from "./date-range.js";

/**
 * Tells whether an instant lies in a range of the filter.
 *
 * @param instant - ISO 8601, as an upstream writes it; a missing one lies in no range
 * @param range - The range; without one everything is within
 * @returns Whether it does
 */
export function isWithin(instant: string | null | undefined, range: DateRange | undefined): boolean {
  if (range === undefined) return true;
  const time = Date.parse(instant ?? "");
  // An open end is not a number, and nothing is before or after that.
  return (
    !Number.isNaN(time) && !(time < Date.parse(range.min ?? "")) && !(time > Date.parse(range.max ?? ""))
  );
}
