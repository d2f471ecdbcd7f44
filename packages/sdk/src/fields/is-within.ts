import type { DateRange } from "./date-range.js";

/**
 * Reports whether an instant is within a range of the filter.
 *
 * @param instant - ISO 8601, as an upstream writes it; a missing or invalid instant is outside every range
 * @param range - The range; `undefined` includes everything
 * @returns Whether the range includes the instant
 * @example
 * ```ts snippet=examples/sdk/fields.ts#is-within
 * const january = { min: "2026-01-01T00:00:00.000Z", max: "2026-01-31T23:59:59.999Z" };
 * isWithin("2026-01-15T08:30:00Z", january); // true
 * isWithin(null, january); // false: an instant that is missing is outside of every range
 * ```
 */
export function isWithin(instant: string | null | undefined, range: DateRange | undefined): boolean {
  if (range === undefined) return true;
  const time = Date.parse(instant ?? "");
  // An open end parses as NaN, and comparisons with NaN are false.
  return (
    !Number.isNaN(time) && !(time < Date.parse(range.min ?? "")) && !(time > Date.parse(range.max ?? ""))
  );
}
