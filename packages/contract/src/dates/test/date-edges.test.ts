import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { writeSpan } from "../dialect/date-dialect.js";
import { parseDateRange } from "../parse-date-range.js";
import { readFilterDate } from "../read-filter-date.js";

const now = Date.UTC(2017, 5, 13, 12);
const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

describe("writeSpan()", () => {
  const first = day("2017-01-02");
  const last = day("2017-11-30");

  test.each([
    [first, last, "FROM 2 Jan 2017 TO 30 Nov 2017", "between 1/2/2017 and 11/30/2017"],
    [first, first, "2 Jan 2017", "1/2/2017"],
    [first, null, "FROM 2 Jan 2017", "since 1/2/2017"],
    [null, last, "TO 30 Nov 2017", "11/30/2017"],
    [null, null, "", ""],
    [day("0017-01-02"), null, "FROM 2 Jan 0017", "since 1/2/0017"],
  ])("writes %s to %s in both dialects", (from, to, v2, v1) => {
    expect([writeSpan({ first: from, last: to }, "v2"), writeSpan({ first: from, last: to }, "v1")]).toEqual([
      v2,
      v1,
    ]);
  });
});

describe("the current time", () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1000, -8.64e15 - 1000, new Date(Number.NaN)])(
    "%s is not an instant",
    (clock) => {
      expect(() => parseDateRange("TODAY", { now: clock })).toThrow("it is not an instant");
      expect(() => parseDateRange("TODAY", { now: clock })).toThrow(RangeError);
    },
  );

  test.each([8.64e15, -8.64e15, Date.parse("9999-12-31T23:59:59.999Z") + 1, Date.parse("0001-01-01") - 1])(
    "%d is not a day of the years 1 to 9999",
    (clock) => {
      expect(() => parseDateRange("TODAY", { now: clock })).toThrow("its year is not in 1 to 9999");
    },
  );

  test.each(["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z"])("%s is one", (text) => {
    const start = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
    expect(parseDateRange("TODAY", { now: Date.parse(text) })).toEqual({
      min: start,
      max: start + 86_399_999,
    });
    expect(parseDateRange("TODAY", { now: new Date(text) })).toEqual({ min: start, max: start + 86_399_999 });
  });

  test("may have a part of a millisecond", () => {
    expect(parseDateRange("TODAY", { now: now + 0.5 })).toEqual(parseDateRange("TODAY", { now }));
  });
});

describe("a date that the calendar does not have", () => {
  test.each([
    ["13/1/2017", "v1"],
    ["0/1/2017", "v1"],
    ["1/0/2017", "v1"],
    ["1/32/2017", "v1"],
    ["2/29/2017", "v1"],
    ["1/1/0000", "v1"],
    ["0 Jan 2017", "v2"],
    ["32 Jan 2017", "v2"],
    ["29 Feb 2017", "v2"],
    ["1 Jan 0000", "v2"],
  ] as const)("%s in %s is named as such", (text, dialect) => {
    expect(() => parseDateRange(text, { now, dialect })).toThrow(
      expect.objectContaining({ kind: "date", code: "date_range_date" }),
    );
  });

  test.each([
    ["12/31/2017", "v1", "2017-12-31"],
    ["1/1/2017", "v1", "2017-01-01"],
    ["2/29/2016", "v1", "2016-02-29"],
    ["31 Dec 9999", "v2", "9999-12-31"],
    ["1 Jan 0001", "v2", "0001-01-01"],
  ] as const)("is not %s in %s", (text, dialect, date) => {
    const min = Date.parse(`${date}T00:00:00Z`);
    expect(parseDateRange(text, { now, dialect })).toEqual({ min, max: min + 86_399_999 });
  });
});

describe("an end of the calendar", () => {
  const lastDay = Date.parse("9999-12-31T12:00:00Z");
  const firstDay = Date.parse("0001-01-01T12:00:00Z");

  test.each([
    ["PREVIOUS DAY", firstDay],
    ["PREVIOUS YEAR", firstDay],
    ["LAST 2 DAYS", firstDay],
    ["LAST 3652060 DAYS", lastDay],
    ["LAST 999999999 DAYS", lastDay],
    ["LAST 9999999 YEARS", lastDay],
  ])("is not passed: %s at %d", (text, clock) => {
    expect(() => parseDateRange(text, { now: clock })).toThrow(expect.objectContaining({ kind: "date" }));
  });

  test.each([
    ["LAST 3652059 DAYS", "day"],
    ["LAST 9999 YEARS", "year"],
    ["LAST 39996 QUARTERS", "quarter"],
    ["LAST 119988 MONTHS", "month"],
  ])("can be reached: %s", (text) => {
    expect(parseDateRange(text, { now: lastDay }).min).toBe(Date.parse("0001-01-01T00:00:00Z"));
  });
});

describe("the ends of a filter", () => {
  test.each([
    [{ _min: "2017-06-01" }, { min: "2017-06-01T00:00:00.000Z" }],
    [{ _max: "2017-06-01" }, { max: "2017-06-01T23:59:59.999Z" }],
    [{ _min: null, _max: "" }, {}],
    [{ _min: " ", _max: undefined }, {}],
    [{ _min: " 2017-06-01 " }, { min: "2017-06-01T00:00:00.000Z" }],
  ])("are read one by one: %j", (value, expected) => {
    expect(readFilterDate(value, { now })).toEqual(expected);
  });

  test.each([
    { _min: 1 },
    { _max: true },
    { _min: ["2017-06-01"] },
    { _max: {} },
    { _min: "soon" },
    7,
    true,
    ["2017"],
  ])("are texts: not %j", (value) => {
    expect(() => readFilterDate(value, { now })).toThrow(
      expect.objectContaining({ kind: "format", position: 0 }),
    );
  });
});
