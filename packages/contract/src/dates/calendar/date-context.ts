import { Temporal } from "temporal-polyfill";

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

const offsetPattern = /^[+-]\d{2}(?::?\d{2})?$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Validates a time zone and returns the spelling that `Temporal` expects.
 *
 * @param zone - `Z`, a fixed offset (`+05:00`, `-0330`, `+05`) or an IANA name in any case; UTC when omitted.
 * @returns A zone that `Temporal` accepts.
 * @throws RangeError when the text is none of these.
 */
export function resolveZone(zone = "UTC"): string {
  if (zone === "Z" || zone === "z") {
    return "UTC";
  }
  // Temporal also accepts a whole date-time here and uses its zone. That can only be a mistake of the caller.
  if (!offsetPattern.test(zone) && !namePattern.test(zone)) {
    throw unknownZone(zone);
  }
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch (error) {
    throw unknownZone(zone, error);
  }
}

function unknownZone(zone: string, cause?: unknown): RangeError {
  return new RangeError(
    `Could not use the time zone ${JSON.stringify(zone.slice(0, 64))}: expected "Z", an offset such as "+05:00" or an IANA name such as "Europe/Paris".`,
    { cause },
  );
}
