import { Temporal } from "temporal-polyfill";
import { type DateContext, dateContext } from "./calendar/date-context.js";
import type { DateRange } from "./calendar/date-range.js";
import { DateRangeError } from "./calendar/date-range-error.js";
import { quote } from "./calendar/date-range-fault.js";
import { type DateInterval, toDateInterval } from "./date-interval.js";
import type { DateDialect } from "./dialect/date-dialect.js";
import { noSuchDate } from "./filter/existing-date.js";
import { type FilterBounds, filterBounds } from "./filter/filter-bounds.js";
import { readFilterText } from "./filter/filter-text.js";
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
