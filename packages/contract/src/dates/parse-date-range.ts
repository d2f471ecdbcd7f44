import { type DateContext, dateContext } from "./calendar/date-context.js";
import { type DateRange, spanToRange } from "./calendar/date-range.js";
import { DateRangeError, DateRangeFault } from "./calendar/date-range-error.js";
import { type DateDialect, evaluateText } from "./dialect/date-dialect.js";
import { suggestExpression } from "./repair/suggest-expression.js";

/** Options of {@link parseDateRange}. */
export interface ParseDateRangeOptions {
  /** The current time, as a `Date` or in milliseconds since 1970. Most expressions are relative to it. */
  readonly now: number | Date;
  /**
   * The zone that determines where days start and end: `Z`, an offset such as `+05:00`, or an IANA name. Default: UTC.
   */
  readonly zone?: string | undefined;
  /** The generation of the language that the text is in. Default: `v2`. */
  readonly dialect?: DateDialect | undefined;
}

/**
 * Reads a date range as a person types it, such as `LAST 7 DAYS` or `FROM 10 Jan 2017 TO TODAY`.
 *
 * Results are whole days in the zone, correct across daylight saving changes. Years 1 to 9999 are supported.
 *
 * @param text - An expression of the v2 date range grammar, or of the v1 dialect when the options say so.
 * @param options - The current time, the zone and the dialect.
 * @returns The instants of the range, both ends included; an open end is `null`.
 * @throws DateRangeError when the text is not an expression (`format`), names a day that does not exist (`date`)
 *   or starts after its end (`order`).
 * @throws RangeError when `zone` is unknown, or `now` is not an instant of the years 1 to 9999.
 * @see The connector contract, "Dates in filters"
 * @example
 * ```ts snippet=packages/contract/src/dates/test/examples.test.ts#parse
 * const range = parseDateRange("LAST 3 WEEKS", { now, zone: "+03:00" });
 * const { _min, _max } = toWireDateRange(range, { zone: "+03:00" });
 * expect(_min).toBe("2017-05-29T00:00:00.000+03:00");
 * expect(_max).toBe("2017-06-18T23:59:59.999+03:00");
 * ```
 */
export function parseDateRange(text: string, options: ParseDateRangeOptions): DateRange {
  return readExpressionText(text, dateContext(options), options.dialect ?? "v2");
}

/** Does the same as {@link parseDateRange} for a caller that already has the context. */
export function readExpressionText(text: string, context: DateContext, dialect: DateDialect): DateRange {
  try {
    return spanToRange(evaluateText(text, context, dialect), context);
  } catch (error) {
    if (!(error instanceof DateRangeFault)) {
      throw error;
    }
    const { kind, message: problem, position } = error;
    throw new DateRangeError({
      kind,
      problem,
      position,
      suggestion: suggestExpression(text, context, dialect),
    });
  }
}
