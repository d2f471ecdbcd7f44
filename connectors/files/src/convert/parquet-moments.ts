/** Unit of stored times. */
export type MomentUnit = "MILLIS" | "MICROS" | "NANOS";

const perSecond: Readonly<Record<MomentUnit, bigint>> = {
  MILLIS: 1000n,
  MICROS: 1_000_000n,
  NANOS: 1_000_000_000n,
};

const digits: Readonly<Record<MomentUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

const secondsPerDay = 86_400n;

/** Days in 400 years, after which the calendar repeats. */
const cycleDays = 146_097n;

/** Returns the year, and the month and day as `-01-31`, of a number of days since 1970. */
function calendar(days: bigint): readonly [year: bigint, rest: string] {
  const cycles = (days - (((days % cycleDays) + cycleDays) % cycleDays)) / cycleDays;
  const date = new Date(Number(days - cycles * cycleDays) * 86_400_000);
  return [BigInt(date.getUTCFullYear()) + cycles * 400n, date.toISOString().slice(4, 10)];
}

/**
 * Returns a date as the engine reads it, such as `2024-01-31`.
 *
 * @param days - Days since 1970
 */
export function dateText(days: bigint): string {
  const [year, rest] = calendar(days);
  // The year before the year 1 is 1 BC.
  return year > 0n ? `${padded(year)}${rest}` : `${padded(1n - year)}${rest} (BC)`;
}

/**
 * Returns a date as it is written in JSON, such as `2024-01-31` or `+010000-01-31`.
 *
 * @param days - Days since 1970
 */
export function isoDate(days: bigint): string {
  const [year, rest] = calendar(days);
  if (year >= 0n && year <= 9999n) return `${padded(year)}${rest}`;
  const [sign, size] = year < 0n ? ["-", -year] : ["+", year];
  return `${sign}${String(size).padStart(6, "0")}${rest}`;
}

function padded(year: bigint): string {
  return String(year).padStart(4, "0");
}

/**
 * Returns a time of day such as `12:30:00.123`.
 *
 * @param value - Units since midnight
 * @param unit - The unit
 */
export function timeText(value: bigint, unit: MomentUnit): string {
  const seconds = value / perSecond[unit];
  const clock = new Date(Number(seconds) * 1000).toISOString().slice(11, 19);
  return clock + fraction(value % perSecond[unit], unit);
}

/**
 * Returns a moment as the engine reads it, such as `2024-01-31 12:30:00.123+00`.
 *
 * @param value - Units since 1970
 * @param unit - The unit
 * @param isInstant - Whether it has a zone, which is UTC
 */
export function momentText(value: bigint, unit: MomentUnit, isInstant: boolean): string {
  const [days, time] = parts(value, unit);
  return `${dateText(days)} ${time}${isInstant ? "+00" : ""}`;
}

/**
 * Returns a moment as it is written in JSON, such as `2024-01-31T12:30:00.123Z`.
 *
 * @param value - Units since 1970
 * @param unit - The unit
 * @param isInstant - Whether it has a zone, which is UTC
 */
export function instantText(value: bigint, unit: MomentUnit, isInstant: boolean): string {
  const [days, time] = parts(value, unit);
  return `${isoDate(days)}T${time}${isInstant ? "Z" : ""}`;
}

function parts(value: bigint, unit: MomentUnit): readonly [days: bigint, time: string] {
  const perDay = secondsPerDay * perSecond[unit];
  const time = ((value % perDay) + perDay) % perDay;
  return [(value - time) / perDay, timeText(time, unit)];
}

/** Returns a fraction of a second with a point, and zero, three, six or nine digits. */
function fraction(value: bigint, unit: MomentUnit): string {
  const text = String(value)
    .padStart(digits[unit], "0")
    .replace(/(?:000)+$/, "");
  return text === "" ? "" : `.${text}`;
}
