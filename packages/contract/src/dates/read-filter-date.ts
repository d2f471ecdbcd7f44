import { Temporal } from "temporal-polyfill";
import { type DateContext, dateContext } from "./calendar/date-context.js";
import {
  type DateInterval,
  type DateRange,
  dayExists,
  endOfDay,
  startOfDay,
  toDateInterval,
} from "./calendar/date-range.js";
import { DateRangeError, quote } from "./calendar/date-range-error.js";
import type { DateDialect } from "./dialect/date-dialect.js";
import { readExpressionText } from "./parse-date-range.js";

/** Options of {@link readFilterDate}. */
export interface ReadFilterDateOptions {
  /** The current time, as a `Date` or in milliseconds since 1970. Only raw expressions depend on it. */
  readonly now: number | Date;
  /** The account's zone, for values without an offset: `Z`, an offset or an IANA name. Default: UTC. */
  readonly zone?: string | undefined;
  /** The language of raw expressions. Default: `v2`. */
  readonly dialect?: DateDialect | undefined;
}

/**
 * Reads the value of a date filter, as any generation of the platform sends it.
 *
 * - `"2017-06-13"`: that whole day.
 * - `"2017-06-13T10:00:00"`, with or without a fraction, `Z` or an offset: that instant, to the millisecond, as both
 *   ends. A value without an offset is read on the zone's clock; where the clock showed it twice, the earlier.
 * - `{"_min", "_max"}` of such texts: both included; a `_max` without a time includes its day; an end that is
 *   absent, `null` or empty is open. Other members are ignored.
 * - Any other text: an expression of the date range language, as a convenience.
 * - `null`, `undefined`, an empty text: both ends open.
 *
 * @param value - The filter's value, straight from the request.
 * @param options - The current time, the account's zone, the dialect of raw expressions.
 * @returns The interval for the connector's author.
 * @throws DateRangeError when the value has another form (`format`), names a day, time or instant that does not
 *   exist (`date`) or starts after its end (`order`). For a member of an object, the position is within its text.
 * @throws RangeError when `zone` is unknown, or `now` is not an instant of the years 1 to 9999.
 * @see The connector contract, "Dates in filters"
 * @example
 * ```ts snippet=packages/contract/src/dates/test/examples.test.ts#read
 * const updated = readFilterDate({ _min: "2017-06-01", _max: "2017-06-13" }, { now, zone: "+03:00" });
 * expect(updated).toEqual({ min: "2017-05-31T21:00:00.000Z", max: "2017-06-13T20:59:59.999Z" });
 * ```
 */
export function readFilterDate(value: unknown, options: ReadFilterDateOptions): DateInterval {
  const context = dateContext(options);
  if (value === undefined || value === null) {
    return {};
  }
  if (typeof value === "string") {
    return toDateInterval(readText(value, context, options.dialect ?? "v2"));
  }
  if (typeof value === "object" && !Array.isArray(value)) {
    return toDateInterval(readEnds(value, context));
  }
  throw wrongForm("the value", value, context);
}

function readText(text: string, context: DateContext, dialect: DateDialect): DateRange {
  if (isBlank(text)) {
    return { min: null, max: null };
  }
  const bounds = readBounds(text, context);
  if (bounds === undefined) {
    return readExpressionText(text, context, dialect);
  }
  return bounds.isDay ? wholeDay(bounds, text, context) : { min: bounds.first, max: bounds.first };
}

function readEnds(value: object, context: DateContext): DateRange {
  const min = readEnd("_min", value, context)?.first ?? null;
  const max = readEnd("_max", value, context)?.last ?? null;
  if (min !== null && max !== null && min > max) {
    throw new DateRangeError({
      kind: "order",
      problem: `it starts at ${toText(min)}, after its end at ${toText(max)}`,
      position: 0,
      suggestion: JSON.stringify({ _min: toText(max), _max: toText(min) }),
    });
  }
  return { min, max };
}

function readEnd(name: "_min" | "_max", value: object, context: DateContext): FilterBounds | undefined {
  const end: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  if (end === undefined || end === null || (typeof end === "string" && isBlank(end))) {
    return undefined;
  }
  const bounds = typeof end === "string" ? readBounds(end, context) : undefined;
  if (bounds === undefined) {
    throw wrongForm(`"${name}"`, end, context);
  }
  return bounds;
}

function readBounds(
  value: string,
  context: DateContext,
): (FilterBounds & { readonly isDay: boolean }) | undefined {
  const place = { text: value.trim(), context };
  const found = readFilterText(place);
  return found && { ...filterBounds(found, place), isDay: found.time === undefined };
}

// In a zone that skipped the day, the end of the day comes before its start.
function wholeDay({ first, last }: FilterBounds, value: string, context: DateContext): DateRange {
  if (first > last) {
    const place = { text: value.trim(), context };
    const dayAfter = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(context.zone);
    throw noSuchDate(place, dayAfter.toPlainDate().toString());
  }
  return { min: first, max: last };
}

function wrongForm(what: string, value: unknown, { today }: DateContext): DateRangeError {
  const found =
    typeof value === "string"
      ? quote(value)
      : `a value of type ${Array.isArray(value) ? "array" : typeof value}`;
  return new DateRangeError({
    kind: "format",
    problem: `${what}: expected a date such as "2017-06-13" or a date and time such as "2017-06-13T10:00:00Z", got ${found}`,
    position: 0,
    suggestion: today.toString(),
  });
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function toText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A date, or a date-time with or without an offset, as a platform sends it. */
interface FilterText {
  readonly date: Temporal.PlainDate;
  /** Time of day; absent when the text is a date only. */
  readonly time?: Temporal.PlainTime;
  /** Offset, as a zone; absent when the text is naive. */
  readonly offset?: string;
}

// Every part has a bounded length, so matching takes a bounded number of steps.
const shape =
  /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads ISO 8601 as platforms send it: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM:SS` with or without a fraction, `Z` or an
 * offset.
 *
 * @returns `undefined` when the text has another form.
 * @throws DateRangeError of kind `date` when it has this form but the day or the time does not exist; of kind `format`
 *   when only its beginning has this form.
 */
function readFilterText(place: FilterPosition): FilterText | undefined {
  const match = shape.exec(place.text);
  if (match === null) {
    return refuseIsoBeginning(place);
  }
  const [, year = "", month = "", day = "", hour, minute = "", second = "00", fraction = "0", offset] = match;
  return existingDate(place, () => {
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    if (hour === undefined) {
      return { date };
    }
    const time = Temporal.PlainTime.from(`${hour}:${minute}:${second}.${fraction}`);
    if (offset === undefined) {
      return { date, time };
    }
    return { date, time, offset: offset.toUpperCase() === "Z" ? "UTC" : offset };
  });
}

// No dialect writes dates this way, so an error about ISO 8601 is more helpful than one about expressions.
function refuseIsoBeginning(place: FilterPosition): undefined {
  if (/^\d{4}-\d{2}-\d{2}/.test(place.text)) {
    throw new DateRangeError({
      kind: "format",
      problem: `expected a time such as "T10:00:00Z" or nothing at position 10, got ${quote(place.text.slice(10))}`,
      position: 10,
      suggestion: nearestDate(place),
    });
  }
}

/** The first and the last instant that a date text can mean. */
interface FilterBounds {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the instants of a date text. A date without a time is its whole day; a date-time is one instant, to the
 * millisecond. Naive texts are read on the clock of the context's zone.
 *
 * @throws DateRangeError of kind `date` when no instant is that far away.
 */
function filterBounds({ date, time, offset }: FilterText, place: FilterPosition): FilterBounds {
  const { zone } = place.context;
  return existingDate(place, () => {
    if (time === undefined) {
      return { first: startOfDay(date, zone), last: endOfDay(date, zone) };
    }
    if (offset === undefined) {
      return naiveBounds(date.toPlainDateTime(time), zone);
    }
    const instant = date.toZonedDateTime({ timeZone: offset, plainTime: time }).epochMilliseconds;
    return { first: instant, last: instant };
  });
}

// A time that the clock showed twice means both instants, so that a range includes every row that either of them
// includes. A time that the clock skipped means the instant of the jump: rows just after it are later than the time,
// rows just before it are earlier.
function naiveBounds(wanted: Temporal.PlainDateTime, zone: string): FilterBounds {
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = wanted.toZonedDateTime(zone, { disambiguation: "later" });
  if (earlier.toPlainDateTime().equals(wanted)) {
    return { first: earlier.epochMilliseconds, last: later.epochMilliseconds };
  }
  const jump = earlier.getTimeZoneTransition("next")?.epochMilliseconds ?? later.epochMilliseconds;
  return { first: jump, last: jump - 1 };
}

/** A filter's date text, and the context it is read in. */
interface FilterPosition {
  readonly text: string;
  readonly context: DateContext;
}

/** Computes a value from a date text. Throws when the calendar does not have such a date, time or instant. */
function existingDate<Result>(place: FilterPosition, compute: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) {
      throw noSuchDate(place, nearestDate(place));
    }
    throw error;
  }
}

/** Creates the error for a date text that does not name an existing day, with a suggestion. */
function noSuchDate({ text }: FilterPosition, suggestion: string): DateRangeError {
  return new DateRangeError({
    kind: "date",
    problem: `${quote(text)} is not a date or time that exists`,
    position: 0,
    suggestion,
  });
}

/**
 * Returns the suggested date: the month and the day clamped to their limits, or the day alone when the time is invalid.
 */
function nearestDate({ text, context }: FilterPosition): string {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split("-").map(Number);
  if (text.startsWith("+") || text.startsWith("-")) {
    return context.today.toString();
  }
  const fields = { year, month: Math.max(1, month), day: Math.max(1, day) };
  const date = Temporal.PlainDate.from(fields, { overflow: "constrain" });
  return (dayExists(date, context.zone) ? date : date.add({ days: 1 })).toString();
}
