import type { DateRange } from "./date-range.js";

/**
 * What a connector's author receives for a date filter: both ends included, an open end absent.
 *
 * Each end is ISO 8601 in UTC with milliseconds (`2017-06-13T00:00:00.000Z`), so it can stand in a query
 * string or be bound to a statement as it is.
 *
 * @see The connector contract, "Dates in filters"
 */
export interface DateInterval {
  /** First instant wanted; absent when there is no lower bound. */
  readonly min?: string;
  /** Last instant wanted; absent when there is no upper bound. */
  readonly max?: string;
}

/** Writes a range as the interval an author receives. */
export function toDateInterval(range: DateRange): DateInterval {
  return {
    ...(range.min === null ? {} : { min: new Date(range.min).toISOString() }),
    ...(range.max === null ? {} : { max: new Date(range.max).toISOString() }),
  };
}
