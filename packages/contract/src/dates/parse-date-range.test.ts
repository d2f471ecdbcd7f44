import { describe, expect, test } from "vitest";
import { type DateRangeError, isDateRangeError } from "./calendar/date-range-error.js";
import { type ParseDateRangeOptions, parseDateRange } from "./parse-date-range.js";
import { toWireDateRange } from "./wire-date-range.js";

const now = Date.UTC(2017, 5, 13, 15, 30);

function days(text: string, options: Partial<ParseDateRangeOptions> = {}): string {
  const { _min, _max } = toWireDateRange(parseDateRange(text, { now, ...options }));
  const start = _min?.replace("T00:00:00.000Z", "") ?? "";
  const end = _max?.replace("T23:59:59.999Z", "") ?? "";
  return `${start}..${end}`;
}

function failure(text: string, options: Partial<ParseDateRangeOptions> = {}): DateRangeError {
  try {
    parseDateRange(text, { now, ...options });
  } catch (error) {
    if (isDateRangeError(error)) {
      return error;
    }
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was read`);
}

describe("parseDateRange() in the v2 grammar", () => {
  test.each([
    ["10 Jan 2017", "2017-01-10..2017-01-10"],
    ["10 January 2017", "2017-01-10..2017-01-10"],
    ["10-Jan-2017", "2017-01-10..2017-01-10"],
    ["10-January-2017", "2017-01-10..2017-01-10"],
    ["1 may 2017", "2017-05-01..2017-05-01"],
    ["01-MAY-2017", "2017-05-01..2017-05-01"],
    ["29 Feb 2016", "2016-02-29..2016-02-29"],
    ["29 Feb 2000", "2000-02-29..2000-02-29"],
    ["1 Jan 17", "0017-01-01..0017-01-01"],
    ["31 Dec 1", "0001-12-31..0001-12-31"],
    ["10 Oct 1582", "1582-10-10..1582-10-10"],
    ["31 Dec 9999", "9999-12-31..9999-12-31"],
    ["TODAY", "2017-06-13..2017-06-13"],
    ["YESTERDAY", "2017-06-12..2017-06-12"],
    ["THIS DAY", "2017-06-13..2017-06-13"],
    ["THIS WEEK", "2017-06-12..2017-06-18"],
    ["THIS MONTH", "2017-06-01..2017-06-30"],
    ["THIS QUARTER", "2017-04-01..2017-06-30"],
    ["THIS YEAR", "2017-01-01..2017-12-31"],
    ["LAST DAY", "2017-06-13..2017-06-13"],
    ["LAST WEEK", "2017-06-12..2017-06-18"],
    ["LAST MONTH", "2017-06-01..2017-06-30"],
    ["LAST QUARTER", "2017-04-01..2017-06-30"],
    ["LAST YEAR", "2017-01-01..2017-12-31"],
    ["LAST 1 DAYS", "2017-06-13..2017-06-13"],
    ["LAST 3 DAYS", "2017-06-11..2017-06-13"],
    ["LAST 3 WEEKS", "2017-05-29..2017-06-18"],
    ["LAST 3 MONTHS", "2017-04-01..2017-06-30"],
    ["LAST 3 QUARTERS", "2016-10-01..2017-06-30"],
    ["LAST 3 YEARS", "2015-01-01..2017-12-31"],
    ["PREVIOUS DAY", "2017-06-12..2017-06-12"],
    ["PREVIOUS WEEK", "2017-06-05..2017-06-11"],
    ["PREVIOUS MONTH", "2017-05-01..2017-05-31"],
    ["PREVIOUS QUARTER", "2017-01-01..2017-03-31"],
    ["PREVIOUS YEAR", "2016-01-01..2016-12-31"],
    ["PREVIOUS 1 WEEKS", "2017-06-05..2017-06-11"],
    ["PREVIOUS 3 DAYS", "2017-06-10..2017-06-12"],
    ["PREVIOUS 3 WEEKS", "2017-05-22..2017-06-11"],
    ["PREVIOUS 3 MONTHS", "2017-03-01..2017-05-31"],
    ["PREVIOUS 3 QUARTERS", "2016-07-01..2017-03-31"],
    ["PREVIOUS 3 YEARS", "2014-01-01..2016-12-31"],
    ["BETWEEN 1 January 2016 AND 1 January 2016", "2016-01-01..2016-01-01"],
    ["BETWEEN DAY AGO AND TODAY", "2017-06-12..2017-06-13"],
    ["BETWEEN WEEK AGO AND TODAY", "2017-06-05..2017-06-13"],
    ["BETWEEN 1 WEEKS AGO AND TODAY", "2017-06-05..2017-06-13"],
    ["BETWEEN QUARTER AGO AND TODAY", "2017-01-01..2017-06-13"],
    ["BETWEEN 3 YEARS AGO AND YESTERDAY", "2014-01-01..2017-06-12"],
    ["BETWEEN 3 MONTHS AGO AND 2 MONTHS AGO", "2017-03-01..2017-03-31"],
    ["BETWEEN 3 MONTHS AGO AND 2 DAYS AGO", "2017-03-01..2017-06-10"],
    ["BETWEEN 3 MONTHS AGO AND PREVIOUS WEEK", "2017-03-01..2017-06-11"],
    ["BETWEEN PREVIOUS QUARTER AND THIS WEEK", "2017-01-01..2017-06-18"],
    ["BETWEEN LAST MONTH AND 1 Dec 2017", "2017-06-01..2017-12-01"],
    ["FROM 1 Dec 2010", "2010-12-01.."],
    ["FROM YESTERDAY", "2017-06-12.."],
    ["FROM TODAY", "2017-06-13.."],
    ["TO 1 Dec 2010", "..2010-12-01"],
    ["TO TODAY", "..2017-06-13"],
    ["FROM 1 Dec 2010 TO 1 Oct 2011", "2010-12-01..2011-10-01"],
    ["FROM YESTERDAY TO TODAY", "2017-06-12..2017-06-13"],
  ])("reads %j as %s", (text, expected) => {
    expect(days(text)).toBe(expected);
    expect(days(text.toLowerCase())).toBe(expected);
    expect(days(`\t ${text.replaceAll(" ", " \r\n\t ")}\n`)).toBe(expected);
  });

  test.each([
    ["lastweek", "2017-06-12..2017-06-18"],
    ["Last3Days", "2017-06-11..2017-06-13"],
    ["BETWEEN3MONTHSAGOAND2MONTHSAGO", "2017-03-01..2017-03-31"],
    ["FROM10-Jan-2017TOTODAY", "2017-01-10..2017-06-13"],
  ])("reads %j without space as %s", (text, expected) => {
    expect(days(text)).toBe(expected);
  });

  test.each([
    ["2021-01-03", "THIS WEEK", "2020-12-28..2021-01-03"],
    ["2020-12-31", "THIS WEEK", "2020-12-28..2021-01-03"],
    ["2019-12-30", "PREVIOUS WEEK", "2019-12-23..2019-12-29"],
    ["2027-01-01", "LAST 2 WEEKS", "2026-12-21..2027-01-03"],
    ["2016-03-31", "PREVIOUS MONTH", "2016-02-01..2016-02-29"],
    ["2017-03-31", "LAST 2 MONTHS", "2017-02-01..2017-03-31"],
    ["2024-02-29", "PREVIOUS YEAR", "2023-01-01..2023-12-31"],
    ["2024-02-29", "BETWEEN YEAR AGO AND TODAY", "2023-01-01..2024-02-29"],
    ["2024-12-31", "PREVIOUS QUARTER", "2024-07-01..2024-09-30"],
    ["2024-01-01", "PREVIOUS QUARTER", "2023-10-01..2023-12-31"],
    ["2024-01-01", "YESTERDAY", "2023-12-31..2023-12-31"],
    ["0017-03-01", "PREVIOUS DAY", "0017-02-28..0017-02-28"],
    ["0016-03-01", "PREVIOUS DAY", "0016-02-29..0016-02-29"],
    ["9999-12-31", "THIS YEAR", "9999-01-01..9999-12-31"],
  ])("on %s reads %j as %s", (today, text, expected) => {
    expect(days(text, { now: new Date(`${today}T12:00:00Z`) })).toBe(expected);
  });
});

describe("parseDateRange() refuses", () => {
  test.each([
    ["LAST 1 DAY", 7, "LAST 1 DAYS"],
    ["PREVIOUS 1 WEEK", 11, "PREVIOUS 1 WEEKS"],
    ["LAST DAYS", 5, "LAST DAY"],
    ["LAST 0 DAYS", 5, "LAST 1 DAYS"],
    ["LAST 07 DAYS", 5, "LAST 7 DAYS"],
    ["LAST -1 DAYS", 5, "LAST 1 DAYS"],
    ["THIS 2 WEEKS", 5, "LAST 2 WEEKS"],
    ["THIS TEST", 5, "LAST 7 DAYS"],
    ["TOMORROW", 0, "14 Jun 2017"],
    ["SINCE 1 Jan 2017", 0, "FROM 1 Jan 2017"],
    ["SINCE LAST WEEK", 0, "BETWEEN PREVIOUS WEEK AND TODAY"],
    ["PAST WEEK", 0, "LAST 7 DAYS"],
    ["PAST 2 WEEKS", 0, "LAST 2 WEEKS"],
    ["IN THE LAST WEEK", 0, "PREVIOUS WEEK"],
    ["DURING THE PAST MONTH", 0, "LAST 30 DAYS"],
    ["NEXT WEEK", 0, "FROM 19 Jun 2017 TO 25 Jun 2017"],
    ["TODAY - 2 DAYS", 6, "11 Jun 2017"],
    ["TODAY+1 WEEK", 5, "20 Jun 2017"],
    ["FROM 1 DAYS AGO", 5, "BETWEEN 1 DAYS AGO AND TODAY"],
    ["FROM THIS MONTH", 5, "BETWEEN THIS MONTH AND TODAY"],
    ["TO THIS MONTH", 3, "THIS MONTH"],
    ["BETWEEN LAST 3 DAYS AND TODAY", 13, "BETWEEN 2 DAYS AGO AND TODAY"],
    ["BETWEEN LAST 1 DAYS AND TODAY", 13, "BETWEEN THIS DAY AND TODAY"],
    ["BETWEEN PREVIOUS 2 WEEKS AND TODAY", 17, "BETWEEN 2 WEEKS AGO AND TODAY"],
    ["BETWEEN 1 DAY AGO AND TODAY", 10, "BETWEEN 1 DAYS AGO AND TODAY"],
    ["BETWEEN TODAY", 13, "BETWEEN TODAY AND TODAY"],
    ["BETWEEN 2 DAYS AND TODAY", 15, "BETWEEN 2 DAYS AGO AND TODAY"],
    ["BETWEEN YESTERDAY TO TODAY", 18, "BETWEEN YESTERDAY AND TODAY"],
    ["3 DAYS AGO", 0, "BETWEEN 3 DAYS AGO AND TODAY"],
    ["7 DAYS", 0, "LAST 7 DAYS"],
    ["WEEK", 0, "THIS WEEK"],
    ["", 0, "LAST 7 DAYS"],
    [" \n ", 3, "LAST 7 DAYS"],
    ["TODAY please", 6, "TODAY"],
    ["10 Jan 2017 TODAY", 12, "FROM 10 Jan 2017 TO TODAY"],
    ["1/2/2017", 0, "1 Feb 2017"],
    ["1/20/2017", 0, "20 Jan 2017"],
    ["Jan 10, 2017", 0, "10 Jan 2017"],
    ["10 Jan", 3, "10 Jan 2017"],
    ["Jan 10, 69", 0, "10 Jan 1969"],
    ["Jan 10, 68", 0, "10 Jan 2068"],
    ["1/2/99", 0, "1 Feb 1999"],
    ["1/2/17", 0, "1 Feb 2017"],
    ["2016/3/4", 0, "4 Mar 2016"],
    ["10Jan2017", 0, "10 Jan 2017"],
    ["10-Jan 2017", 2, "10 Jan 2017"],
    ["10--Jan-2017", 2, "10 Jan 2017"],
    ["1st January 2017", 0, "1 Jan 2017"],
    ["1 Jan 2017 - 3 Jan 2017", 11, "FROM 1 Jan 2017 TO 3 Jan 2017"],
    ["todya", 0, "TODAY"],
    ["otday", 0, "TODAY"],
    ["yesetrday", 0, "YESTERDAY"],
    ["LAST 2 WEESK", 7, "LAST 2 WEEKS"],
    ["BETWEN 1 Jan 2017 AND TODAY", 0, "BETWEEN 1 Jan 2017 AND TODAY"],
    ["LAST WEE\u212A", 5, "LAST WEEK"],
    ["LAST\u00A0WEEK", 4, "LAST WEEK"],
    ["LAST １ DAYS", 5, "LAST 1 DAYS"],
    ["LAST ١ DAYS", 5, "LAST DAY"],
    ["\u0000TODAY", 0, "TODAY"],
    ["__proto__", 0, "LAST 7 DAYS"],
  ])("the wording %j at %i and suggests %j", (text, position, suggestion) => {
    expect(failure(text)).toMatchObject({ kind: "format", code: "date_range_format", position, suggestion });
  });

  test.each([
    ["31 Feb 2017", 0, "28 Feb 2017"],
    ["29 Feb 1900", 0, "28 Feb 1900"],
    ["29-Feb-2017", 0, "28 Feb 2017"],
    ["31 Apr 2017", 0, "30 Apr 2017"],
    ["0 Jan 2017", 0, "1 Jan 2017"],
    ["100 Jan 2017", 0, "31 Jan 2017"],
    ["1 Sept 2017", 0, "1 Sep 2017"],
    ["1 Foo 2017", 0, "LAST 7 DAYS"],
    ["1 J 2017", 0, "LAST 7 DAYS"],
    ["1 Jan 20177", 0, "1 Jan 2017"],
    ["1 Jan 0", 0, "1 Jan 2000"],
    ["01-02-2017", 0, "1 Feb 2017"],
    ["01 02 2017", 0, "1 Feb 2017"],
    ["2017-01-02", 0, "2 Jan 2017"],
    ["FROM TODAY TO 31 Jun 2017", 14, "FROM TODAY TO 30 Jun 2017"],
    ["LAST 3000 YEARS", 0, "LAST 1000 YEARS"],
    ["BETWEEN 99999999999999999999 DAYS AGO AND TODAY", 8, "BETWEEN 1000 DAYS AGO AND TODAY"],
  ])("the day in %j at %i and suggests %j", (text, position, suggestion) => {
    expect(failure(text)).toMatchObject({ kind: "date", code: "date_range_date", position, suggestion });
  });

  test.each([
    ["BETWEEN TODAY AND YESTERDAY", 18, "BETWEEN YESTERDAY AND TODAY"],
    ["BETWEEN DAY AGO AND DAY AGO", 20, "BETWEEN DAY AGO AND TODAY"],
    ["FROM TODAY TO YESTERDAY", 14, "FROM YESTERDAY TO TODAY"],
    ["BETWEEN 5 January 2016 AND 1 January 2016", 27, "BETWEEN 1 Jan 2016 AND 5 Jan 2016"],
  ])("the order in %j at %i and suggests %j", (text, position, suggestion) => {
    expect(failure(text)).toMatchObject({ kind: "order", code: "date_range_order", position, suggestion });
  });

  test("a text of more than a thousand characters, without quoting it", () => {
    const error = failure("LAST ".repeat(201));
    expect(error).toMatchObject({ kind: "format", position: 1000 });
    expect(error.message.length).toBeLessThan(200);
  });

  test("not one of exactly a thousand for its length", () => {
    expect(failure("x".repeat(1000)).message).not.toContain("1000 characters");
    expect(parseDateRange("TODAY".padEnd(1000), { now })).toEqual(parseDateRange("TODAY", { now }));
  });

  test("with a message that says what was expected, what was given and what to try", () => {
    expect(failure("LAST 1 DAY").message).toBe(
      'Could not read the date range: expected DAYS, WEEKS, MONTHS, QUARTERS or YEARS after a number, got "DAY" at position 7. Try "LAST 1 DAYS".',
    );
    expect(failure(`TODAY ${"x".repeat(500)}`).message.length).toBeLessThan(200);
    expect(failure("TODAY \u0007").message).toContain('"\\u0007"');
  });

  test.each([
    ["YESTERDAY", "0001-01-01"],
    ["PREVIOUS YEAR", "0001-06-01"],
    ["LAST 2 MONTHS", "0001-01-31"],
    ["THIS WEEK", "9999-12-31"],
  ])("%j on %s, which leaves the calendar", (text, today) => {
    expect(failure(text, { now: new Date(`${today}T12:00:00Z`) }).kind).toBe("date");
  });
});

describe("parseDateRange() of a caller's mistake", () => {
  test("throws a RangeError for a clock that is not an instant", () => {
    for (const clock of [Number.NaN, Number.POSITIVE_INFINITY, 9e15, new Date("no date")]) {
      expect(() => parseDateRange("TODAY", { now: clock })).toThrow(RangeError);
    }
  });

  test("throws a RangeError for a current day outside the years 1 to 9999", () => {
    expect(() => parseDateRange("TODAY", { now: Date.UTC(10_000, 0, 1) })).toThrow(/10000-01-01/);
  });

  test("does not take a value that is not a text for a wrong date range", () => {
    let caught: unknown;
    try {
      Reflect.apply(parseDateRange, undefined, [undefined, { now }]);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TypeError);
  });

  test("throws a RangeError for an unknown zone", () => {
    expect(() => parseDateRange("TODAY", { now, zone: "Mars/Olympus" })).toThrow(RangeError);
  });
});
