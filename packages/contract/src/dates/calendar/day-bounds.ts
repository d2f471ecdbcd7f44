import type { Temporal } from "temporal-polyfill";

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
