import { describe, expect, test } from "vitest";
import { formatDateRange } from "./format-date-range.js";
import { parseDateRange } from "./parse-date-range.js";

const now = Date.UTC(2017, 5, 13, 15, 30);

function format(text: string): string {
  return formatDateRange(parseDateRange(text, { now }));
}

function formatNow(text: string): string {
  return formatDateRange(parseDateRange(text, { now }), { now });
}

describe("formatDateRange()", () => {
  test.each([
    ["TODAY", "13 Jun 2017"],
    ["1 January 17", "1 Jan 0017"],
    ["THIS WEEK", "FROM 12 Jun 2017 TO 18 Jun 2017"],
    ["FROM YESTERDAY", "FROM 12 Jun 2017"],
    ["TO YESTERDAY", "TO 12 Jun 2017"],
    ["31 Dec 9999", "31 Dec 9999"],
    ["1 Jan 1", "1 Jan 0001"],
  ])("writes %j in dates when no time is given", (text, expected) => {
    expect(format(text)).toBe(expected);
  });

  test.each([
    ["13 Jun 2017", "TODAY"],
    ["12 Jun 2017", "YESTERDAY"],
    ["LAST 1 WEEKS", "THIS WEEK"],
    ["FROM 1 May 2017 TO 31 May 2017", "PREVIOUS MONTH"],
    ["LAST 3 MONTHS", "THIS QUARTER"],
    ["PREVIOUS 12 MONTHS", "FROM 1 Jun 2016 TO 31 May 2017"],
    ["LAST 90 DAYS", "LAST 90 DAYS"],
    ["LAST 400 DAYS", "FROM 10 May 2016 TO 13 Jun 2017"],
    ["FROM 13 Jun 2017", "FROM TODAY"],
    ["TO 12 Jun 2017", "TO YESTERDAY"],
    ["TO 11 Jun 2017", "TO 11 Jun 2017"],
    ["14 Jun 2017", "14 Jun 2017"],
  ])("names %j as %j at that time", (text, expected) => {
    expect(formatNow(text)).toBe(expected);
  });

  test("writes the days of the zone", () => {
    const zone = "America/New_York";
    const range = parseDateRange("10 Mar 2024", { now, zone });
    expect(formatDateRange(range, { zone })).toBe("10 Mar 2024");
    expect(() => formatDateRange(range)).toThrow(/expected the start of a day in the zone UTC, got/);
  });

  test("names a range at the very first day, where most names lead out of the calendar", () => {
    const first = new Date("0001-01-01T12:00:00Z");
    expect(formatDateRange(parseDateRange("TODAY", { now: first }), { now: first })).toBe("TODAY");
    const second = parseDateRange("2 Jan 1", { now: first });
    expect(formatDateRange(second, { now: first })).toBe("2 Jan 0001");
  });

  test("writes an open range that ends before 1970, and one of 366 days until today", () => {
    const day = 86_400_000;
    expect(formatDateRange({ min: null, max: Date.UTC(1969, 0, 2) - 1 })).toBe("TO 1 Jan 1969");
    const end = Date.UTC(2017, 5, 14);
    const until = (days: number) => formatDateRange({ min: end - days * day, max: end - 1 }, { now });
    expect([until(366), until(367)]).toEqual(["LAST 366 DAYS", "FROM 12 Jun 2016 TO 13 Jun 2017"]);
  });

  test("throws an error that names the end, what it must be and the zone", () => {
    let caught: unknown;
    try {
      formatDateRange({ min: 1, max: null });
    } catch (error) {
      caught = error;
    }
    expect(caught).toEqual(
      new RangeError(
        "Could not write the date range: expected the start of a day in the zone UTC, got 1970-01-01T00:00:00.001Z.",
      ),
    );
  });

  test("throws a RangeError for what the grammar cannot say", () => {
    const { min, max } = parseDateRange("TODAY", { now });
    const [start, end] = [min ?? 0, max ?? 0];
    expect(() => formatDateRange({ min: null, max: null })).toThrow(/both ends are open/);
    expect(() => formatDateRange({ min: start + 1, max: end })).toThrow(/expected the start of a day/);
    expect(() => formatDateRange({ min: start, max: end - 1 })).toThrow(
      /expected the last millisecond of a day/,
    );
    expect(() => formatDateRange({ min: start, max: end - 86_400_000 * 2 })).toThrow(/starts after its end/);
    expect(() => formatDateRange({ min: Date.UTC(-1, 0, 1), max: null })).toThrow(/years 1 to 9999/);
    expect(() => formatDateRange({ min: start, max: null }, { zone: "nowhere" })).toThrow(RangeError);
    expect(() => formatDateRange({ min: start, max: null }, { now: Number.NaN })).toThrow(RangeError);
    expect(() => formatDateRange({ min: Number.NaN, max: null })).toThrow(RangeError);
    expect(() => formatDateRange({ min: 9e15, max: null })).toThrow(RangeError);
  });
});
