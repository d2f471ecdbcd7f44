import { kinds } from "./column-facts.js";

const zero = 48;
const daysOfMonth = Uint8Array.of(0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);

/** Matches a day, perhaps with a time and a zone, whether or not it is in the calendar. */
const timeForm =
  /^\d{4}-\d\d-\d\d(?<clock>[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/;
/** Maximum length of a text with this form. */
const maxLength = 64;

/**
 * Determines what a text is.
 *
 * @param bytes - The bytes that contain the text
 * @param start - Index of its first character
 * @param end - Index after its last character
 * @returns The bits of its kind
 */
export function textKind(bytes: Uint8Array, start: number, end: number): number {
  const kind = plainKind(bytes, start, end);
  if (kind !== kinds.text || end - start < 10 || end - start > maxLength) return kind;
  // A hyphen after the year and after the month.
  if (bytes[start + 4] !== 45 || bytes[start + 7] !== 45) return kind;
  return oddKind(bytes, start, end);
}

/** Determines what a text is that may be a day or time which the engine does not read and write without loss. */
function oddKind(bytes: Uint8Array, start: number, end: number): number {
  const text = String.fromCharCode(...bytes.subarray(start, end));
  const groups = timeForm.exec(text)?.groups;
  if (groups === undefined) return kinds.text;
  const { clock, hour = "0", minute = "0", second = "0", fraction = "", zone } = groups;
  const isEndOfDay = hour === "24" && Number(minute + second + fraction) === 0;
  const isTime = isEndOfDay || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60);
  const hasZone = zone === undefined || isZone(bytes, end - zone.length, end);
  const isFound = isDay(bytes, start, 1) && isTime && hasZone;
  if (clock === undefined) return isFound ? kinds.date | kinds.oddTime : kinds.noDate;
  if (zone === undefined) return isFound ? kinds.localTime | kinds.oddTime : kinds.noLocalTime;
  return isFound ? kinds.instant | kinds.oddTime : kinds.noInstant;
}

/**
 * Determines whether a text is a date or time that the engine reads and writes without loss. Years before 1000,
 * fractions beyond microseconds, and times with a zone and without seconds are not.
 */
function plainKind(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 10 || end - start > 32 || !isDay(bytes, start)) return kinds.text;
  if (end - start === 10) return kinds.date;
  const separator = bytes[start + 10];
  // T or a space.
  if (separator !== 84 && separator !== 32) return kinds.text;
  // A colon after the hours.
  if (twoDigits(bytes, start + 11) > 23 || bytes[start + 13] !== 58 || twoDigits(bytes, start + 14) > 59)
    return kinds.text;
  if (end === start + 16) return kinds.localTime;
  if (bytes[start + 16] !== 58 || twoDigits(bytes, start + 17) > 59) return kinds.text;
  const zoneStart = afterFraction(bytes, start + 19);
  if (zoneStart === end) return kinds.localTime;
  return zoneStart !== -1 && isZone(bytes, zoneStart, end) ? kinds.instant : kinds.text;
}

function isDay(bytes: Uint8Array, start: number, firstYear = 1000): boolean {
  const century = twoDigits(bytes, start);
  const year = century * 100 + twoDigits(bytes, start + 2);
  if (!(year >= firstYear && year <= 9999) || bytes[start + 4] !== 45 || bytes[start + 7] !== 45)
    return false;
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  if (day === 0 || day > (daysOfMonth[month] ?? 0)) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month !== 2 || day < 29 || isLeap;
}

/** Returns the index after a fraction of one to six digits, if there is one, or -1 when it has more or none. */
function afterFraction(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 46) return start;
  let position = start + 1;
  while (isDigit(bytes[position])) position += 1;
  return position === start + 1 || position > start + 7 ? -1 : position;
}

/** Returns whether the end of a time is `Z`, `+hh`, `+hhmm` or `+hh:mm`. */
function isZone(bytes: Uint8Array, start: number, end: number): boolean {
  const sign = bytes[start];
  if (sign === 90) return end === start + 1;
  if ((sign !== 43 && sign !== 45) || twoDigits(bytes, start + 1) > 15) return false;
  if (end === start + 3) return true;
  const minutes = bytes[start + 3] === 58 ? start + 4 : start + 3;
  return end === minutes + 2 && twoDigits(bytes, minutes) <= 59;
}

/** Returns the value of two digits; a number beyond 100 when one is not a digit. */
function twoDigits(bytes: Uint8Array, start: number): number {
  const [first, second] = [bytes[start], bytes[start + 1]];
  return isDigit(first) && isDigit(second) ? (first - zero) * 10 + second - zero : 1000;
}

function isDigit(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= zero && byte <= zero + 9;
}
