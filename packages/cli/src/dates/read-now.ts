import { isDateRangeError, readFilterDate } from "@wellhead/contract/dates";

const plainInstant = /^\d{4}-\d\d-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Parses the current time as a user or a program writes it.
 *
 * @param value - An ISO date or date-time, milliseconds since 1970, or `undefined` to use the clock
 * @param zone - Zone of a value that does not name one
 * @returns Milliseconds since 1970
 * @throws RangeError when the value is none of these
 */
export function readNow(value: string | number | undefined, zone: string | undefined): number {
  if (value === undefined) return Date.now();
  if (typeof value === "number") return checked(value, value);
  const text = value.trim();
  if (/^-?\d{5,16}$/.test(text)) return checked(Number(text), value);
  // The date parser would also accept expressions such as TODAY, which depend on the current time being parsed.
  if (!/^\d{4}-\d/.test(text)) return checked(Number.NaN, value);
  // Parsing with the date parser takes a fifth of the time of a response, so `Date.parse` reads the usual form. It
  // accepts 30 February, however.
  if (plainInstant.test(text)) return checked(Date.parse(text), value);
  return checked(readDay(text, zone), value);
}

function readDay(text: string, zone: string | undefined): number {
  try {
    return Date.parse(readFilterDate(text, { now: 0, zone }).min ?? "");
  } catch (error) {
    // An invalid zone keeps its own error.
    if (isDateRangeError(error)) return Number.NaN;
    throw error;
  }
}

function checked(milliseconds: number, found: string | number): number {
  if (Number.isFinite(milliseconds)) return milliseconds;
  throw new RangeError(
    `Read the present: found "${found}", wanted an instant such as 2026-01-31T09:00:00Z, or milliseconds since 1970`,
  );
}
