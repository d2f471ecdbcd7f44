import type { Temporal } from "temporal-polyfill";

/** First instant of the day in the zone: midnight, or when the clock first showed that day if it skipped midnight. */
export function startOfDay(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

/** Last millisecond before the next day starts in the zone. */
export function endOfDay(date: Temporal.PlainDate, zone: string): number {
  return startOfDay(date.add({ days: 1 }), zone) - 1;
}

/** Whether the zone had that day at all: Samoa, for one, went from 29 to 31 December 2011. */
export function dayExists(date: Temporal.PlainDate, zone: string): boolean {
  return startOfDay(date, zone) <= endOfDay(date, zone);
}
