import type { Temporal } from "temporal-polyfill";
import type { DateContext } from "./date-context.js";

/**
 * A range of time with both ends included, in milliseconds.
 *
 * @see The connector contract, "Dates in filters"
 */
export interface DateRange {
  /** First instant in the range, in milliseconds since 1970-01-01T00:00Z; `null` when the range has no beginning. */
  readonly min: number | null;
  /** Last instant in the range, in the same unit; `null` when the range has no end. */
  readonly max: number | null;
}

/**
 * The value of a date filter as a connector's author receives it. Both ends are included; an open end is absent.
 *
 * Each end is ISO 8601 in UTC with milliseconds (`2017-06-13T00:00:00.000Z`), so it can be used in a query string or
 * bound to a statement unchanged.
 *
 * @see The connector contract, "Dates in filters"
 */
export interface DateInterval {
  /** First instant in the interval; absent when there is no lower bound. */
  readonly min?: string;
  /** Last instant in the interval; absent when there is no upper bound. */
  readonly max?: string;
}

/** Converts a range into the interval that an author receives. */
export function toDateInterval(range: DateRange): DateInterval {
  return {
    ...(range.min === null ? {} : { min: new Date(range.min).toISOString() }),
    ...(range.max === null ? {} : { max: new Date(range.max).toISOString() }),
  };
}

/**
 * Whole days from the first to the last, both included. `null` is an open end. Every expression evaluates to a span.
 */
export interface DateSpan {
  readonly first: Temporal.PlainDate | null;
  readonly last: Temporal.PlainDate | null;
}

/** Returns the instants of a span in the context's zone. */
export function spanToRange(span: DateSpan, { zone }: DateContext): DateRange {
  const { first, last } = settle(span, zone);
  return {
    min: first === null ? null : startOfDay(first, zone),
    max: last === null ? null : endOfDay(last, zone),
  };
}

// Written dates that the zone skipped have been rejected before. The only remaining case is "yesterday" on the day
// after a skipped one. People there mean the day before the skipped one.
function settle(span: DateSpan, zone: string): DateSpan {
  const { first, last } = span;
  if (first === null || last === null || !first.equals(last) || dayExists(first, zone)) {
    return span;
  }
  const before = first.subtract({ days: 1 });
  return { first: before, last: before };
}

/**
 * Returns the first instant of the day in the zone: midnight, or the first instant at which the clock showed that day
 * if it skipped midnight.
 */
export function startOfDay(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the last millisecond before the next day starts in the zone. */
export function endOfDay(date: Temporal.PlainDate, zone: string): number {
  return startOfDay(date.add({ days: 1 }), zone) - 1;
}

/** Reports whether the zone had that day at all. Samoa, for example, went from 29 to 31 December 2011. */
export function dayExists(date: Temporal.PlainDate, zone: string): boolean {
  return startOfDay(date, zone) <= endOfDay(date, zone);
}
