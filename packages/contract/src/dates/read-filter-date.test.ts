import { describe, expect, test } from "vitest";
import type { DateInterval } from "./calendar/date-range.js";
import { isDateRangeError } from "./calendar/date-range-error.js";
import { type ReadFilterDateOptions, readFilterDate } from "./read-filter-date.js";

const now = Date.UTC(2017, 5, 13, 15, 30);

function read(value: unknown, options: Partial<ReadFilterDateOptions> = {}): DateInterval {
  return readFilterDate(value, { now, ...options });
}

function failure(value: unknown, options: Partial<ReadFilterDateOptions> = {}): unknown {
  try {
    return read(value, options);
  } catch (error) {
    return isDateRangeError(error) ? error : `untyped: ${String(error)}`;
  }
}

function instant(text: string): DateInterval {
  return { min: text, max: text };
}

describe("readFilterDate() of a text", () => {
  test.each(["2017-06-13", " 2017-06-13\n"])("reads the day %j as the whole day", (value) => {
    expect(read(value)).toEqual({ min: "2017-06-13T00:00:00.000Z", max: "2017-06-13T23:59:59.999Z" });
  });

  test("reads a day in the account's zone", () => {
    expect(read("2017-06-13", { zone: "+05:30" })).toEqual({
      min: "2017-06-12T18:30:00.000Z",
      max: "2017-06-13T18:29:59.999Z",
    });
    expect(read("2024-03-31", { zone: "Europe/Berlin" })).toEqual({
      min: "2024-03-30T23:00:00.000Z",
      max: "2024-03-31T21:59:59.999Z",
    });
  });

  test.each([
    ["2017-06-13T10:20:30", "2017-06-13T10:20:30.000Z"],
    ["2017-06-13 10:20:30", "2017-06-13T10:20:30.000Z"],
    ["2017-06-13T10:20", "2017-06-13T10:20:00.000Z"],
    ["2017-06-13T10:20:30.1", "2017-06-13T10:20:30.100Z"],
    ["2017-06-13T10:20:30,123", "2017-06-13T10:20:30.123Z"],
    ["2017-06-13T10:20:30.999999999Z", "2017-06-13T10:20:30.999Z"],
    ["2017-06-13t10:20:30z", "2017-06-13T10:20:30.000Z"],
    ["2017-06-13T10:20:30+05:30", "2017-06-13T04:50:30.000Z"],
    ["2017-06-13T10:20:30-0330", "2017-06-13T13:50:30.000Z"],
    ["2017-06-13T10:20:30+14", "2017-06-12T20:20:30.000Z"],
    ["2017-06-13T10:20:30-00:00", "2017-06-13T10:20:30.000Z"],
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
    ["+275760-09-13T00:00:00Z", "+275760-09-13T00:00:00.000Z"],
    ["-000974-01-01T00:00:00.000Z", "-000974-01-01T00:00:00.000Z"],
  ])("reads %j as the instant %s", (value, expected) => {
    expect(read(value)).toEqual(instant(expected));
  });

  test("reads a naive time on the account's clock", () => {
    expect(read("2017-06-13T10:20:30", { zone: "-03:30" })).toEqual(instant("2017-06-13T13:50:30.000Z"));
    expect(read("2017-06-13T10:20:30Z", { zone: "-03:30" })).toEqual(instant("2017-06-13T10:20:30.000Z"));
  });

  test("reads a time the clock showed twice as the earlier, one it skipped as the jump", () => {
    const zone = "Europe/Berlin";
    expect(read("2024-10-27T02:30:00", { zone })).toEqual(instant("2024-10-27T00:30:00.000Z"));
    expect(read("2024-03-31T02:30:00", { zone })).toEqual(instant("2024-03-31T01:00:00.000Z"));
  });

  test("reads a raw expression of either dialect", () => {
    expect(read("last week")).toEqual({ min: "2017-06-12T00:00:00.000Z", max: "2017-06-18T23:59:59.999Z" });
    expect(read("in the last week", { dialect: "v1", zone: "+01:00" })).toEqual({
      min: "2017-06-03T23:00:00.000Z",
      max: "2017-06-10T22:59:59.999Z",
    });
    expect(read("FROM 13 Jun 2017")).toEqual({ min: "2017-06-13T00:00:00.000Z" });
    expect(read("TO 13 Jun 2017")).toEqual({ max: "2017-06-13T23:59:59.999Z" });
  });

  test.each([null, undefined, "", "  "])("reads %j as open at both ends", (value) => {
    expect(read(value)).toEqual({});
  });
});

describe("readFilterDate() of an object", () => {
  test("includes the day of a `_max` without a time", () => {
    expect(read({ _min: "2017-06-01", _max: "2017-06-13" })).toEqual({
      min: "2017-06-01T00:00:00.000Z",
      max: "2017-06-13T23:59:59.999Z",
    });
  });

  test("keeps instants to the millisecond, whatever zone the account has", () => {
    const value = { _min: "2017-06-13T00:00:00.000+03:00", _max: "2017-06-13T23:59:59.999+03:00" };
    expect(read(value, { zone: "Asia/Kathmandu" })).toEqual({
      min: "2017-06-12T21:00:00.000Z",
      max: "2017-06-13T20:59:59.999Z",
    });
  });

  test.each([{}, { _min: null, _max: "" }, { _max: undefined }, { _min: " " }, { min: "2017-01-01" }])(
    "reads %j as open at both ends",
    (value) => {
      expect(read(value)).toEqual({});
    },
  );

  test.each([{ _min: "2017-06-13" }, { _min: "2017-06-13", _max: null }, { _min: "2017-06-13", _max: "" }])(
    "leaves the open end of %j out",
    (value) => {
      expect(read(value)).toEqual({ min: "2017-06-13T00:00:00.000Z" });
    },
  );

  test("takes in both readings of a time the clock showed twice", () => {
    const twice = "2024-10-27T02:30:00";
    expect(read({ _min: twice, _max: twice }, { zone: "Europe/Berlin" })).toEqual({
      min: "2024-10-27T00:30:00.000Z",
      max: "2024-10-27T01:30:00.000Z",
    });
  });

  test("bounds at the jump when the clock skipped the time", () => {
    const zone = "Europe/Berlin";
    expect(read({ _min: "2024-03-31T02:30:00" }, { zone })).toEqual({ min: "2024-03-31T01:00:00.000Z" });
    expect(read({ _max: "2024-03-31T02:30:00" }, { zone })).toEqual({ max: "2024-03-31T00:59:59.999Z" });
  });

  test("reads an open range that ends before 1970, and one instant as both ends", () => {
    expect(read({ _max: "1969-01-01" })).toEqual({ max: "1969-01-01T23:59:59.999Z" });
    const end = "2017-06-13T10:00:00.000Z";
    expect(read({ _min: end, _max: end })).toEqual(instant(end));
  });

  test("reads nothing inherited", () => {
    expect(read(Object.create({ _min: "2017-06-13" }))).toEqual({});
    expect(read(JSON.parse('{"__proto__":{"_min":"2017-06-13"}}'))).toEqual({});
  });
});

describe("readFilterDate() refuses", () => {
  test.each([
    ["2017-02-31", "2017-02-28"],
    ["2017-13-45", "2017-12-31"],
    ["2017-00-00", "2017-01-01"],
    ["2017-06-13T24:00:00Z", "2017-06-13"],
    ["2017-06-13T10:61:00Z", "2017-06-13"],
    ["2017-06-13T10:00:00+25:00", "2017-06-13"],
    ["-000000-01-01", "2017-06-13"],
    ["+275760-09-14", "2017-06-13"],
    ["+999999-01-01", "2017-06-13"],
    ["2017-6-1", "1 Jun 2017"],
  ])("the date %j and suggests %j", (value, suggestion) => {
    expect(failure(value)).toMatchObject({ kind: "date", position: 0, suggestion });
  });

  test.each([
    "2017-06-31T10:00:00Zulu",
    "2017-06-31T1",
    "2017-06-31T10:00:00+05:00[Asia/Oral]",
    "2017-06-31 today",
  ])("%j, which begins as ISO 8601 only", (value) => {
    expect(failure(value)).toMatchObject({ kind: "format", position: 10, suggestion: "2017-06-30" });
  });

  test("a day that the zone skipped", () => {
    expect(failure("2011-12-30", { zone: "Pacific/Apia" })).toMatchObject({
      kind: "date",
      suggestion: "2011-12-31",
    });
    expect(failure(" 2011-12-30\n", { zone: "Pacific/Apia" })).toMatchObject({
      message: expect.stringContaining('"2011-12-30" is not a date or time that exists'),
    });
    expect(failure("2011-12-30T25:00:00", { zone: "Pacific/Apia" })).toMatchObject({
      suggestion: "2011-12-31",
    });
  });

  test.each([5, true, [], ["2017-06-13"], { _min: 5 }, { _max: {} }, { _min: ["2017-06-13"] }])(
    "the value %j for its type",
    (value) => {
      expect(failure(value)).toMatchObject({ kind: "format", position: 0, suggestion: "2017-06-13" });
    },
  );

  test.each([
    [5, "got a value of type number."],
    [["2017-06-13"], "got a value of type array."],
    [{ _max: {} }, "got a value of type object."],
    [{ _min: "soon" }, 'got "soon".'],
  ])("the value %j and quotes a text only", (value, end) => {
    expect(failure(value)).toMatchObject({ message: expect.stringContaining(end) });
  });

  test("what follows a day, and quotes it", () => {
    expect(failure("2017-06-13Z")).toMatchObject({
      message: expect.stringContaining('at position 10, got "Z"'),
    });
    expect(failure("x2017-06-13")).toMatchObject({ position: 0 });
    expect(failure("2017-06-1")).toMatchObject({ message: expect.not.stringContaining("position 10") });
    expect(failure(`2017-06-13${"y".repeat(40)}`)).toMatchObject({
      message: expect.stringContaining(`got "${"y".repeat(40)}"`),
    });
    expect(failure(`2017-06-13${"y".repeat(41)}`)).toMatchObject({
      message: expect.stringContaining(`got "${"y".repeat(40)}…"`),
    });
  });

  test("an expression inside an object, naming the member", () => {
    expect(failure({ _max: "TODAY" })).toMatchObject({
      kind: "format",
      message: expect.stringContaining('"_max": expected a date such as'),
    });
  });

  test("ends in the wrong order, and turns them round", () => {
    expect(failure({ _min: "2018-01-01", _max: "2017-01-01T00:00:00" })).toMatchObject({
      kind: "order",
      suggestion: '{"_min":"2017-01-01T00:00:00.000Z","_max":"2018-01-01T00:00:00.000Z"}',
    });
  });

  test("an unknown zone with a RangeError", () => {
    expect(() => read("2017-06-13", { zone: "nowhere" })).toThrow(RangeError);
  });
});
