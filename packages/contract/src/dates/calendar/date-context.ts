import { Temporal } from "temporal-polyfill";
import { resolveZone } from "./resolve-zone.js";

// The language writes years with at most four digits, and there is no year 0.
const firstYear = 1;
const lastYear = 9999;

/** The time and the zone in which an expression is evaluated. */
export interface DateContext {
  /** The current day in the zone. */
  readonly today: Temporal.PlainDate;
  /** The time zone, already validated. */
  readonly zone: string;
}

/** Options of {@link dateContext}. */
export interface DateContextOptions {
  readonly now: number | Date;
  readonly zone?: string | undefined;
}

/**
 * Creates the context of the current day.
 *
 * @throws RangeError for an unknown zone, or a clock that is not an instant of the years 1 to 9999.
 */
export function dateContext(options: DateContextOptions): DateContext {
  const zone = resolveZone(options.zone);
  const now = Number(options.now);
  if (!Number.isFinite(now) || Math.abs(now) > 8.64e15) {
    throw new RangeError(`Could not use ${String(options.now)} as the current time: it is not an instant.`);
  }
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(now))
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  if (!inCalendar(today)) {
    throw new RangeError(
      `Could not use ${today.toString()} as the current day: its year is not in 1 to 9999.`,
    );
  }
  return { today, zone };
}

/** Reports whether the language can write the day: years 1 to 9999. */
export function inCalendar(date: Temporal.PlainDate): boolean {
  return date.year >= firstYear && date.year <= lastYear;
}
