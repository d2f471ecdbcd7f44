import { Temporal } from "temporal-polyfill";
import { type DateContext, dateContext, inCalendar, resolveZone } from "./calendar/date-context.js";
import { type DateRange, type DateSpan, endOfDay, spanToRange, startOfDay } from "./calendar/date-range.js";
import { periods } from "./calendar/period.js";
import { evaluateText, writeSpan } from "./dialect/date-dialect.js";

/** Options of {@link formatDateRange}. */
export interface FormatDateRangeOptions {
  /** The zone in which the range consists of whole days: `Z`, an offset or an IANA name. Default: UTC. */
  readonly zone?: string | undefined;
  /**
   * The current time. With it, the range is written in relative words where they fit: `TODAY`, `THIS MONTH`. Default:
   * only dates are written, and the text means the same on every day.
   */
  readonly now?: number | Date | undefined;
}

/**
 * Writes a range in the v2 date range grammar.
 *
 * Reading the text in the same zone (and, when `now` is given, at the same time) returns exactly the same range.
 *
 * @param range - Whole days of the zone in the years 1 to 9999, with one open end at most.
 * @param options - The zone, and the current time for relative names.
 * @returns The text, such as `13 Jun 2017`, `FROM 1 Jun 2017 TO 13 Jun 2017` or `FROM 1 Jun 2017`.
 * @throws RangeError when the grammar cannot express the range: both ends open, an end inside a day, another year. Also
 *   when the zone is unknown or `now` is not a valid time.
 * @example
 * ```ts snippet=packages/contract/src/dates/test/examples.test.ts#format
 * const range = parseDateRange("LAST 3 MONTHS", { now });
 * expect(formatDateRange(range)).toBe("FROM 1 Apr 2017 TO 30 Jun 2017");
 * expect(formatDateRange(range, { now })).toBe("THIS QUARTER");
 * ```
 * @see The connector contract, "Dates in filters"
 */
export function formatDateRange(range: DateRange, options: FormatDateRangeOptions = {}): string {
  const zone = resolveZone(options.zone);
  const span = {
    first: range.min === null ? null : dayStartingAt(range.min, zone),
    last: range.max === null ? null : dayEndingAt(range.max, zone),
  };
  if (span.first === null && span.last === null) {
    throw new RangeError("Could not write the date range: both ends are open. Close at least one.");
  }
  if (range.min !== null && range.max !== null && range.min > range.max) {
    throw new RangeError("Could not write the date range: it starts after its end.");
  }
  if (options.now === undefined) {
    return writeSpan(span, "v2");
  }
  const context = dateContext({ now: options.now, zone });
  return relativeNames(span, context).find((text) => means(text, range, context)) ?? writeSpan(span, "v2");
}

function dayStartingAt(milliseconds: number, zone: string): Temporal.PlainDate {
  const day = dayAt(milliseconds, zone);
  if (startOfDay(day, zone) !== milliseconds) {
    throw notWritable(milliseconds, "the start of a day", zone);
  }
  return day;
}

function dayEndingAt(milliseconds: number, zone: string): Temporal.PlainDate {
  const day = dayAt(milliseconds, zone);
  if (endOfDay(day, zone) !== milliseconds) {
    throw notWritable(milliseconds, "the last millisecond of a day", zone);
  }
  return day;
}

function dayAt(milliseconds: number, zone: string): Temporal.PlainDate {
  const day = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone).toPlainDate();
  if (!inCalendar(day)) {
    throw notWritable(milliseconds, "a day of the years 1 to 9999", zone);
  }
  return day;
}

function notWritable(milliseconds: number, wanted: string, zone: string): RangeError {
  const found = new Date(milliseconds).toISOString();
  return new RangeError(
    `Could not write the date range: expected ${wanted} in the zone ${zone}, got ${found}.`,
  );
}

// Each candidate is parsed before it is used, so this list may contain wrong guesses.
function relativeNames({ first, last }: DateSpan, { today }: DateContext): readonly string[] {
  if (first === null || last === null) {
    const word = first === null ? "TO" : "FROM";
    return [`${word} TODAY`, `${word} YESTERDAY`];
  }
  const days = last.equals(today) ? first.until(last).days + 1 : 0;
  const isShort = days > 1 && days <= 366;
  return [
    "TODAY",
    "YESTERDAY",
    ...periods.slice(1).flatMap((period) => [`THIS ${period}`, `PREVIOUS ${period}`]),
    ...(isShort ? [`LAST ${days} DAYS`] : []),
  ].map((text) => text.toUpperCase());
}

function means(text: string, range: DateRange, context: DateContext): boolean {
  try {
    const { min, max } = spanToRange(evaluateText(text, context, "v2"), context);
    return min === range.min && max === range.max;
  } catch {
    // Words whose result on this day would be outside of the calendar cannot mean this range.
    return false;
  }
}
