import {
  type DateDialect,
  isDateRangeError,
  parseDateRange,
  readFilterDate,
  toWireDateRange,
  type WireDateRange,
} from "@wellhead/contract/dates";

/** A date range expression and the settings for evaluating it. */
export interface DateQuestion {
  readonly expression: string;
  /** The current time: an ISO date or date-time, or milliseconds since 1970. When omitted, the clock is used. */
  readonly now: string | number | undefined;
  /** `Z`, an offset or an IANA name. Default: UTC. */
  readonly zone: string | undefined;
  /** Default: `v2`. */
  readonly dialect: DateDialect | undefined;
}

/**
 * Evaluates a date range expression as the platform does.
 *
 * @param question - Expression, current time, zone and dialect
 * @returns The range, formatted as a filter value
 * @throws DateRangeError when the expression cannot be read
 * @throws RangeError when the current time or the zone is invalid
 * @see The connector contract, "Dates in filters"
 */
export function answerDateQuestion({ expression, now, zone, dialect }: DateQuestion): WireDateRange {
  const range = parseDateRange(expression, { now: readNow(now, zone), zone, dialect });
  return toWireDateRange(range, { zone });
}

/**
 * Parses the name of a dialect.
 *
 * @param text - The name
 * @returns The dialect, or `undefined` when the name is unknown
 */
export function readDialect(text: unknown): DateDialect | undefined {
  return text === "v1" || text === "v2" ? text : undefined;
}

const plainInstant = /^\d{4}-\d\d-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Parses the current time as a user or a program writes it.
 *
 * @param value - An ISO date or date-time, milliseconds since 1970, or `undefined` to use the clock
 * @param zone - Zone of a value that does not name one
 * @returns Milliseconds since 1970
 * @throws RangeError when the value is none of these
 */
function readNow(value: string | number | undefined, zone: string | undefined): number {
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
    `Could not read the current time: expected an instant such as 2026-01-31T09:00:00Z, or milliseconds since 1970, got "${found}".`,
  );
}
