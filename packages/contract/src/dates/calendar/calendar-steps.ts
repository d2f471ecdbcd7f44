import { Temporal } from "temporal-polyfill";
import { type DateContext, inCalendar } from "./date-context.js";
import { dayExists } from "./date-range.js";
import { DateRangeFault, type Located, quote } from "./date-range-error.js";
import { addPeriods, type Period } from "./period.js";

// The distance between the two ends of the calendar. A larger number of steps is always outside of it.
const maxSteps: Readonly<Record<Period, number>> = {
  day: 3_652_058,
  week: 521_722,
  month: 119_987,
  quarter: 39_995,
  year: 9_998,
};

/** A number of periods to add to a date, and the part of the text that states it. */
export interface Step extends Located {
  readonly period: Period;
  /** A negative number leads into the past. */
  readonly count: number;
}

/** Adds periods to a date. Throws a `date` fault when the result is outside the years 1 to 9999. */
export function stepOrFault(date: Temporal.PlainDate, step: Step): Temporal.PlainDate {
  if (Math.abs(step.count) > maxSteps[step.period]) {
    throw outOfReach(step);
  }
  return keepInCalendar(addPeriods(date, step.period, step.count), step);
}

/** Returns the date. Throws a `date` fault when it is outside the years 1 to 9999. */
export function keepInCalendar(date: Temporal.PlainDate, place: Located): Temporal.PlainDate {
  if (!inCalendar(date)) {
    throw outOfReach(place);
  }
  return date;
}

function outOfReach(place: Located): DateRangeFault {
  return new DateRangeFault(
    "date",
    `the day at position ${place.position} lies outside the years 1 to 9999`,
    place.position,
  );
}

/** The numbers of a written date, and the text they were read from. */
export interface WrittenDay extends Located {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly text: string;
}

/** Returns the day as written. Throws a `date` fault when the calendar, or the context's zone, never had that day. */
export function dayOrFault(written: WrittenDay, { zone }: DateContext): Temporal.PlainDate {
  const { year, month, day, position } = written;
  if (month < 1 || month > 12) {
    throw noSuchDay(written);
  }
  const firstOfMonth = Temporal.PlainDate.from({ year, month, day: 1 });
  if (!inCalendar(firstOfMonth) || day < 1 || day > firstOfMonth.daysInMonth) {
    throw noSuchDay(written);
  }
  const date = firstOfMonth.with({ day });
  if (!dayExists(date, zone)) {
    throw new DateRangeFault("date", `the clocks of ${zone} skipped ${quote(written.text)}`, position);
  }
  return date;
}

/** Creates the fault for text that looks like a date but does not name an existing day. */
export function noSuchDay(written: { readonly text: string; readonly position: number }): DateRangeFault {
  return new DateRangeFault(
    "date",
    `${quote(written.text)} at position ${written.position} is not a day of the calendar`,
    written.position,
  );
}
