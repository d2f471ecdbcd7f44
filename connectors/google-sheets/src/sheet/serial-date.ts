import { upstreamInvalid } from "@wellhead/sdk";

const day = 86_400_000;
/** Serial number of 1 January 1970; day 0 is 30 December 1899. */
const epoch = 25_569;

/**
 * Returns the day of a serial number.
 *
 * @param serial - Days since 30 December 1899
 * @returns `YYYY-MM-DD`
 * @see https://developers.google.com/workspace/sheets/api/guides/formats#about_date_time_values
 */
export function serialDay(serial: number): string {
  return new Date(wallTime(Math.floor(serial))).toISOString().slice(0, 10);
}

/**
 * Returns the point in time of a serial number.
 *
 * @param serial - Days since 30 December 1899, with the time as a fraction, in local time of the zone
 * @param zone - IANA name of the zone, or an offset such as `GMT-07:00`
 * @returns ISO 8601 in UTC
 */
export function serialInstant(serial: number, zone: string): string {
  const wall = wallTime(serial);
  // The offset is that of the instant itself. The first guess differs from the instant by less than a clock change,
  // which is close enough to look up the offset.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone)).toISOString();
}

/**
 * Returns the time of day of a serial number.
 *
 * @param serial - Days; whole days count as 24 hours
 * @returns `HH:MM:SS`; a duration may exceed 24 hours
 */
export function serialTime(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${serial < 0 ? "-" : ""}${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}

/** Range of serial numbers that are dates in the years 0 to 9999. Other values in a date column are plain numbers. */
const serialRange = { first: -693_959, last: 2_958_466 };

/**
 * Returns whether a number can be a date.
 *
 * @param serial - The number
 * @returns Whether it is a day in the years 0 to 9999
 */
export function isSerial(serial: number): boolean {
  return serial > serialRange.first && serial < serialRange.last;
}

function wallTime(serial: number): number {
  return Math.round((serial - epoch) * day);
}

/** Maximum number of time zones whose formatters are cached. */
const maxClocks = 1000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Matches zones that are an offset, which the documentation allows: `GMT-07:00`, `UTC+5`, `+0530`. */
const offsetZone = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d\d))?$/i;

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const [, sign, hours, minutes = "0"] = offsetZone.exec(zone) ?? [];
  if (hours !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const parts = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (clock !== undefined) return clock;
  try {
    const shown = { year: "numeric", month: "numeric", day: "numeric" } as const;
    const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
    clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...shown, ...time });
  } catch (error) {
    throw upstreamInvalid(
      "Could not read a time: the time zone of the spreadsheet is not known here. Choose another one in the spreadsheet's settings.",
      { cause: error },
    );
  }
  if (clocks.size >= maxClocks) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}
