import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DateRange } from "../calendar/date-range.js";
import { type DateRangeError, isDateRangeError } from "../calendar/date-range-error.js";
import type { DateDialect } from "../dialect/date-dialect.js";
import { formatDateRange } from "../format-date-range.js";
import { type ParseDateRangeOptions, parseDateRange } from "../parse-date-range.js";
import { readFilterDate } from "../read-filter-date.js";
import { toWireDateRange } from "../wire-date-range.js";
import { anyNow, anyText, anyZone, v1Phrases, v2Phrases, zones } from "./arbitraries.js";

/** The long form tries more values. */
const runs = (fc.readConfigureGlobal().numRuns ?? 100) / 100;
const dialects: fc.Arbitrary<DateDialect> = fc.constantFrom("v1", "v2");

function tryParse(text: string, options: ParseDateRangeOptions): DateRange | DateRangeError {
  try {
    return parseDateRange(text, options);
  } catch (error) {
    if (isDateRangeError(error)) {
      return error;
    }
    throw error;
  }
}

function isInOrder({ min, max }: DateRange): boolean {
  return min === null || max === null ? min !== max : min <= max;
}

describe("for every text, time, zone and dialect", () => {
  test("parseDateRange() returns an ordered range, or a typed error whose suggestion can be parsed", () => {
    const holds = (text: string, options: ParseDateRangeOptions): boolean => {
      const result = tryParse(text, options);
      if (!isDateRangeError(result)) {
        return isInOrder(result);
      }
      const { position, suggestion } = result;
      return position >= 0 && position <= text.length && isInOrder(parseDateRange(suggestion, options));
    };
    fc.assert(
      fc.property(anyText, anyNow, anyZone, dialects, (text, now, zone, dialect) => {
        expect(holds(text, { now, zone, dialect })).toBe(true);
      }),
      { numRuns: 400 * runs },
    );
  });

  test("readFilterDate() returns ordered ends or a typed error, for any JSON value", () => {
    const value = fc.oneof(
      anyText,
      fc.jsonValue(),
      fc.record({ _min: fc.oneof(anyText, fc.jsonValue()), _max: anyText }, { requiredKeys: [] }),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.stringMatching(
        /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2}|Z)?)?$/,
      ),
    );
    const isRead = (input: unknown, options: ParseDateRangeOptions): boolean => {
      const { min, max } = readFilterDate(input, options);
      return min === undefined || max === undefined || Date.parse(min) <= Date.parse(max);
    };
    const holds = (input: unknown, options: ParseDateRangeOptions): boolean => {
      try {
        return isRead(input, options);
      } catch (error) {
        return isDateRangeError(error) && (typeof input !== "string" || isRead(error.suggestion, options));
      }
    };
    fc.assert(
      fc.property(value, anyNow, anyZone, dialects, (input, now, zone, dialect) => {
        expect(holds(input, { now, zone, dialect })).toBe(true);
      }),
      { numRuns: 400 * runs },
    );
  });
});

describe("for every phrase, time and zone", () => {
  const phrase = fc.oneof(
    fc.constantFrom(...v2Phrases).map((text) => ({ text, dialect: "v2" as const })),
    fc.constantFrom(...v1Phrases).map((text) => ({ text, dialect: "v1" as const })),
  );

  test("formatDateRange() writes a text that is read as the same range, with and without names", () => {
    fc.assert(
      fc.property(phrase, anyNow, anyZone, ({ text, dialect }, now, zone) => {
        const range = tryParse(text, { now, zone, dialect });
        fc.pre(!isDateRangeError(range));
        const absolute = formatDateRange(range, { zone });
        expect(parseDateRange(absolute, { now: 0, zone })).toEqual(range);
        const relative = formatDateRange(range, { zone, now });
        expect(parseDateRange(relative, { now, zone })).toEqual(range);
      }),
      { numRuns: 240 * runs },
    );
  });

  test("readFilterDate() reads what toWireDateRange() writes as the same instants", () => {
    fc.assert(
      fc.property(phrase, anyNow, anyZone, anyZone, ({ text, dialect }, now, zone, readZone) => {
        const range = tryParse(text, { now, zone, dialect });
        fc.pre(!isDateRangeError(range));
        const read = readFilterDate(toWireDateRange(range, { zone }), { now, zone: readZone });
        expect(read.min === undefined ? null : Date.parse(read.min)).toBe(range.min);
        expect(read.max === undefined ? null : Date.parse(read.max)).toBe(range.max);
      }),
      { numRuns: 240 * runs },
    );
  });

  test("case and the amount of space make no difference", () => {
    const spaces = fc.stringMatching(/^[ \t\r\n]{1,4}$/);
    fc.assert(
      fc.property(phrase, spaces, fc.boolean(), ({ text, dialect }, space, upper) => {
        const options = { now: Date.UTC(2017, 5, 13), dialect };
        const changed = (upper ? text.toUpperCase() : text.toLowerCase()).replaceAll(" ", space);
        expect(parseDateRange(space + changed + space, options)).toEqual(parseDateRange(text, options));
      }),
      { numRuns: 100 * runs },
    );
  });
});

describe("for any whole days", () => {
  const day = fc.integer({
    min: Date.parse("0001-01-01") / 86_400_000,
    max: Date.parse("9999-12-31") / 86_400_000,
  });

  test("formatDateRange() and parseDateRange() are each other's inverse in UTC", () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom("closed", "from", "to"), (one, other, ends) => {
        const range = {
          min: ends === "to" ? null : Math.min(one, other) * 86_400_000,
          max: ends === "from" ? null : Math.max(one, other) * 86_400_000 + 86_399_999,
        };
        expect(parseDateRange(formatDateRange(range), { now: 0 })).toEqual(range);
      }),
      { numRuns: 200 * runs },
    );
  });
});

describe("by an independent clock", () => {
  const named = zones.filter((zone) => !/^[+-]/.test(zone));
  const phrases = v2Phrases.filter((text) => text !== "1 Jan 17");
  const times = ["2012-02-01T12:00Z", "2018-11-04T12:00Z", "2024-03-31T12:00Z", "2024-10-27T12:00Z"];

  test.each(named)("every phrase is the days of %s that it is in UTC on that day", (zone) => {
    const clock = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
    const dayAt = (time: number | null): string | null => (time === null ? null : clock.format(time));
    const dayInUtc = (time: number | null, skipped: string): string | null => {
      const day = time === null ? null : new Date(time).toISOString().slice(0, 10);
      return zone === "Pacific/Apia" && day === "2011-12-30" ? skipped : day;
    };
    for (const now of times.map(Date.parse)) {
      const noon = Date.parse(`${dayAt(now)}T12:00Z`);
      for (const text of phrases) {
        const { min, max } = parseDateRange(text, { now, zone });
        const inUtc = parseDateRange(text, { now: noon });
        expect(dayAt(min), text).toBe(dayInUtc(inUtc.min, "2011-12-31"));
        expect(dayAt(max), text).toBe(dayInUtc(inUtc.max, "2011-12-29"));
        expect(min !== null && dayAt(min - 1) === dayAt(min), `${text} starts with a day`).toBe(false);
        expect(max !== null && dayAt(max + 1) === dayAt(max), `${text} ends with a day`).toBe(false);
      }
    }
  });
});
