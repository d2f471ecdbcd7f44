import type { Buffer } from "node:buffer";

/** A date and time as ISO 8601 writes it. */
export interface Moment {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Seconds since midnight, in UTC if there is a zone. They may be negative, or more than a day. */
  readonly second: number;
  /** Nanoseconds of the second. */
  readonly nano: number;
  /** Whether the text has only a day. */
  readonly isDay: boolean;
  /** Whether the text has an offset. */
  readonly isZoned: boolean;
}

const pattern =
  /^([+-]?\d{4,7})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?( BC)?$/;

/**
 * Parses a day, or a date and time with or without an offset.
 *
 * @param text - Such as `2026-01-31`, `2026-01-31T08:30:00.5` or `2026-01-31T08:30:00Z`
 * @returns The moment; `undefined` when the text is another one, or the calendar does not have the day
 */
export function parseMoment(text: string): Moment | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute = "0", second = "0", fraction = "", zone, era] = found;
  // The year before the year 1 is 1 BC, and 0 in ISO 8601.
  const days = dayNumber(era === undefined ? Number(year) : 1 - Number(year), Number(month), Number(day));
  if (days === undefined) return undefined;
  if (hour === undefined) return { day: days, second: 0, nano: 0, isDay: true, isZoned: false };
  const time = secondOfDay(hour, minute, second);
  const offset = offsetSeconds(zone);
  if (time === undefined || offset === undefined) return undefined;
  return {
    day: days,
    second: time - offset,
    nano: Number(fraction.padEnd(9, "0")),
    isDay: false,
    isZoned: zone !== undefined,
  };
}

const zero = 0x30;
const dash = 0x2d;
const point = 0x2e;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;
/** Length of `2026-01-31` and `2026-01-31T08:30:00`. */
const dayLength = 10;
const timeEnd = 19;
/** Maximum number of digits of a fraction. */
const nanoDigits = 9;

/** A moment in the usual form, read from the bytes of text. The object is reused for the next one. */
export class UsualMoment implements Moment {
  day = 0;
  second = 0;
  nano = 0;
  isDay = false;
  isZoned = false;

  /**
   * Reads a moment.
   *
   * @param source - Bytes that contain it
   * @param start - First byte of the text
   * @param end - The byte after it
   * @returns Whether it has the usual form. Otherwise, {@link parseMoment} may know it
   */
  read(source: Buffer, start: number, end: number): boolean {
    if (source[start + 4] !== dash || source[start + 7] !== dash) return false;
    const year = twoDigits(source, start) * 100 + twoDigits(source, start + 2);
    const day = dayNumber(year, twoDigits(source, start + 5), twoDigits(source, start + 8));
    if (day === undefined || Number.isNaN(day)) return false;
    this.day = day;
    this.isDay = end - start === dayLength;
    this.second = 0;
    this.nano = 0;
    this.isZoned = false;
    return this.isDay || this.#readTime(source, start, end);
  }

  /**
   * Reads a moment as {@link read} does.
   *
   * @param source - Valid JSON
   * @param start - First byte of the value
   * @param end - The byte after it
   * @returns Whether it is a text of the usual form. Other values are not, without their first and last byte
   */
  readJson(source: Buffer, start: number, end: number): boolean {
    return this.read(source, start + 1, end - 1);
  }

  #readTime(source: Buffer, start: number, end: number): boolean {
    if (source[start + 10] !== letterT) return false;
    if (source[start + 13] !== colon || source[start + 16] !== colon) return false;
    const hour = twoDigits(source, start + 11);
    const minute = twoDigits(source, start + 14);
    const second = twoDigits(source, start + 17);
    // Comparisons with NaN are false.
    if (!(hour <= 23 && minute <= 59 && second <= 59)) return false;
    this.second = (hour * 60 + minute) * 60 + second;
    this.isZoned = source[end - 1] === letterZ;
    return this.#readFraction(source, start + timeEnd, this.isZoned ? end - 1 : end);
  }

  #readFraction(source: Buffer, start: number, end: number): boolean {
    if (start === end) return true;
    // A text that is too short has none.
    const digits = end - start - 1;
    if (source[start] !== point || digits < 1 || digits > nanoDigits) return false;
    for (let at = start + 1; at <= start + nanoDigits; at += 1) {
      const digit = at < end ? (source[at] ?? 0) - zero : 0;
      if (!(digit >= 0 && digit <= 9)) return false;
      this.nano = this.nano * 10 + digit;
    }
    return true;
  }
}

/** Returns a number of two digits; NaN when they are none. */
function twoDigits(source: Buffer, at: number): number {
  const [tens, units] = [(source[at] ?? 0) - zero, (source[at + 1] ?? 0) - zero];
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

/**
 * Parses a time of day.
 *
 * @param text - Such as `08:30:00` or `08:30:00.123456`
 * @returns Nanoseconds since midnight; `undefined` when it is not a time of day
 */
export function parseTime(text: string): bigint | undefined {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/.exec(text);
  if (found === null) return undefined;
  const [, hour = "", minute = "", second = "", fraction = ""] = found;
  const time = secondOfDay(hour, minute, second);
  return time === undefined ? undefined : BigInt(time) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function secondOfDay(hour: string, minute: string, second: string): number | undefined {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  return hours > 23 || minutes > 59 || seconds > 59 ? undefined : (hours * 60 + minutes) * 60 + seconds;
}

function offsetSeconds(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (zone.startsWith("-") ? -60 : 60);
}

/** Days of a cycle of 400 years, after which the calendar repeats. */
const cycleDays = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const epochDay = 719_468;

/**
 * Returns the number of a day, counted from 1970-01-01.
 *
 * Years begin in March here, so that the leap day is the last of its year.
 *
 * @param year - As in ISO 8601, where 0 is 1 BC
 * @param month - From 1
 * @param day - From 1
 * @returns The number; `undefined` when the calendar does not have the day
 */
export function dayNumber(year: number, month: number, day: number): number | undefined {
  if (Number.isNaN(year) || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const shifted = month > 2 ? year : year - 1;
  const cycle = Math.floor(shifted / 400);
  const yearOfCycle = shifted - cycle * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfCycle =
    yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * cycleDays + dayOfCycle - epochDay;
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
}
