import { Temporal } from "temporal-polyfill";
import type { DateContext } from "../calendar/date-context.js";
import { DateRangeError } from "../calendar/date-range-error.js";
import { quote } from "../calendar/date-range-fault.js";
import { dayExists } from "../calendar/day-bounds.js";

/** A filter's date text, and the context it is read in. */
export interface FilterPosition {
  readonly text: string;
  readonly context: DateContext;
}

/** Computes a value from a date text. Throws when the calendar does not have such a date, time or instant. */
export function existingDate<Result>(place: FilterPosition, compute: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) {
      throw noSuchDate(place, nearestDate(place));
    }
    throw error;
  }
}

/** Creates the error for a date text that does not name an existing day, with a suggestion. */
export function noSuchDate({ text }: FilterPosition, suggestion: string): DateRangeError {
  return new DateRangeError({
    kind: "date",
    problem: `${quote(text)} is not a date or time that exists`,
    position: 0,
    suggestion,
  });
}

/**
 * Returns the suggested date: the month and the day clamped to their limits, or the day alone when the time is invalid.
 */
export function nearestDate({ text, context }: FilterPosition): string {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split("-").map(Number);
  if (text.startsWith("+") || text.startsWith("-")) {
    return context.today.toString();
  }
  const fields = { year, month: Math.max(1, month), day: Math.max(1, day) };
  const date = Temporal.PlainDate.from(fields, { overflow: "constrain" });
  return (dayExists(date, context.zone) ? date : date.add({ days: 1 })).toString();
}
