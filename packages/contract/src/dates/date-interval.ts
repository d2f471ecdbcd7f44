import type { DateRange } from "./calendar/date-range.js";

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
