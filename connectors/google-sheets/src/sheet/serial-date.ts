const day = 86_400_000;
/** Serial number of 1 January 1970; day 0 is 30 December 1899. */
const epoch = 25_569;

/**
 * Writes the day of a serial number.
 *
 * @param serial - Days since 30 December 1899
 * @returns `YYYY-MM-DD`
 * @see https://developers.google.com/workspace/sheets/api/guides/formats#about_date_time_values
 */
export function serialDay(serial: number): string {
  return new Date(wallTime(Math.floor(serial))).toISOString().slice(0, 10);
}

/**
 * Writes the point in time of a serial number.
 *
 * @param serial - Days since 30 December 1899, time as a fraction, as a clock in the zone shows it
 * @param zone - IANA name of the zone
 * @returns ISO 8601 in UTC
 */
export function serialInstant(serial: number, zone: string): string {
  const wall = wallTime(serial);
  // The offset is that of the moment looked for, which the first guess misses by less than a change of the clocks.
  const guess = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(guess, zone)).toISOString();
}

/**
 * Writes the time of day of a serial number.
 *
 * @param serial - Days, whole ones counted as hours
 * @returns `HH:MM:SS`, more than 24 hours where it is a duration
 */
export function serialTime(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${serial < 0 ? "-" : ""}${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}

function wallTime(serial: number): number {
  return Math.round((serial - epoch) * day);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far a clock in the zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    clocks.set(zone, clock);
  }
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
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
