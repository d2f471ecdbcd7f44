import type { DayRange } from "./date.js";

/** One end of a period, and how values are compared with it. */
export interface PeriodEnd {
  readonly comparison: ">" | ">=" | "<=";
  /** The instant in UTC, such as `2024-02-29T23:59:59.999999Z`; without a fraction when values have none. */
  readonly text: string;
}

/** Both ends of a period. An open end is absent. */
export interface PeriodEnds {
  readonly min?: PeriodEnd;
  readonly max?: PeriodEnd;
}

/**
 * Returns the ends of a period for values of a precision, so that no value is lost or added at either end. An end of milliseconds
 * includes its whole millisecond, because platforms send 23:59:59.999 as the end of a day. An end with more digits is exact.
 *
 * @param range - The period
 * @param digits - Maximum number of digits of the values after the second
 * @returns The ends, each with that number of digits
 * @example
 * ```ts snippet=examples/sdk/fields.ts#period-ends
 * const day = { min: "2026-01-31T00:00:00.000Z", max: "2026-01-31T23:59:59.999Z" };
 * const { max } = periodEnds(day, 6); // { comparison: "<=", text: "2026-01-31T23:59:59.999999Z" }
 * ```
 */
export function periodEnds(range: DayRange, digits: number): PeriodEnds {
  const min = range.preciseMin ?? range.min;
  const max = range.preciseMax ?? range.max?.replace("Z", "9".repeat(Math.max(0, digits - 3)) + "Z");
  return {
    ...(min !== undefined && { min: firstValue(min, digits) }),
    ...(max !== undefined && { max: { comparison: "<=", text: cut(max, digits) } }),
  };
}

/** Digits that the values do not have make the end later than the value without them. */
function firstValue(min: string, digits: number): PeriodEnd {
  const text = cut(min, digits);
  return { comparison: instantOf(min) === instantOf(text) ? ">=" : ">", text };
}

function cut(instant: string, digits: number): string {
  const [whole = "", fraction = ""] = instant.slice(0, -1).split(".");
  const kept = fraction.slice(0, digits).padEnd(digits, "0");
  return kept === "" ? `${whole}Z` : `${whole}.${kept}Z`;
}

/** Removes zeros at the end of the fraction, so that equal instants are equal texts. */
function instantOf(text: string): string {
  return text.includes(".") ? text.replace(/\.?0*Z$/, "Z") : text;
}
