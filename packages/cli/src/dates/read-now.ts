import { isDateRangeError, readFilterDate } from "@wellhead/contract/dates";

const plainInstant = /^\d{4}-\d\d-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Reads the present instant as a person or a program writes it.
 *
 * @param value - An ISO date or date-time, milliseconds since 1970, or nothing for the clock
 * @param zone - Zone of a value that names none
 * @returns Milliseconds since 1970
 * @throws RangeError when it is none of these
 */
export function readNow(value: string | number | undefined, zone: string | undefined): number {
  if (value === undefined) return Date.now();
  if (typeof value === "number") return checked(value, value);
  const text = value.trim();
  if (/^-?\d{5,16}$/.test(text)) return checked(Number(text), value);
  // Expressions such as TODAY would be read here too, against a present that is just being asked for.
  if (!/^\d{4}-\d/.test(text)) return checked(Number.NaN, value);
  // Reading costs a fifth of an answer, so the usual form is left to the engine, which however takes 30 February.
  if (plainInstant.test(text)) return checked(Date.parse(text), value);
  return checked(readDay(text, zone), value);
}

function readDay(text: string, zone: string | undefined): number {
  try {
    return Date.parse(readFilterDate(text, { now: 0, zone }).min ?? "");
  } catch (error) {
    // A zone that is none is told as it is.
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
