import { describe, expect, test } from "vitest";
import { parseDateRange } from "../parse-date-range.js";
import { toWireDateRange, type WireDateRange } from "../wire-date-range.js";
import { isDateRangeError } from "./date-range-error.js";

const now = Date.UTC(2017, 5, 13);

function wire(text: string, zone: string, at: number | Date = now): WireDateRange {
  return toWireDateRange(parseDateRange(text, { now: at, zone }), { zone });
}

describe("parseDateRange() in a zone", () => {
  test.each([
    ["America/Sao_Paulo", "4 Nov 2018", "2018-11-04T01:00:00.000-02:00", "2018-11-04T23:59:59.999-02:00"],
    ["America/Sao_Paulo", "17 Feb 2018", "2018-02-17T00:00:00.000-02:00", "2018-02-17T23:59:59.999-03:00"],
    ["Asia/Beirut", "27 Mar 2022", "2022-03-27T01:00:00.000+03:00", "2022-03-27T23:59:59.999+03:00"],
    ["America/Havana", "10 Mar 2024", "2024-03-10T01:00:00.000-04:00", "2024-03-10T23:59:59.999-04:00"],
  ])("%s starts %s when its clock first showed that day", (zone, text, min, max) => {
    expect(wire(text, zone)).toEqual({ _min: min, _max: max });
  });

  test.each([
    ["Australia/Lord_Howe", "7 Apr 2024", "+11:00", "+10:30"],
    ["Australia/Lord_Howe", "6 Oct 2024", "+10:30", "+11:00"],
    ["Africa/Casablanca", "10 Mar 2024", "+01:00", "Z"],
    ["Africa/Casablanca", "14 Apr 2024", "Z", "+01:00"],
    ["America/New_York", "3 Nov 2024", "-04:00", "-05:00"],
    ["Antarctica/Troll", "31 Mar 2024", "Z", "+02:00"],
    ["Asia/Kathmandu", "1 Jan 1986", "+05:45", "+05:45"],
    ["Pacific/Chatham", "7 Apr 2024", "+13:45", "+12:45"],
  ])("%s has its own offset at each end of %s", (zone, text, before, after) => {
    const { _min, _max } = wire(text, zone);
    expect(_min?.slice(23)).toBe(before);
    expect(_max?.slice(23)).toBe(after);
  });

  test("reads days on either side of one that the zone skipped", () => {
    expect(wire("BETWEEN 29 Dec 2011 AND 31 Dec 2011", "Pacific/Apia")).toEqual({
      _min: "2011-12-29T00:00:00.000-10:00",
      _max: "2011-12-31T23:59:59.999+14:00",
    });
  });

  test.each(["30 Dec 2011", "FROM 30 Dec 2011", "TO 30 Dec 2011", "BETWEEN 30 Dec 2011 AND TODAY"])(
    "refuses %j where the zone skipped that day",
    (text) => {
      let caught: unknown;
      try {
        wire(text, "Pacific/Apia");
      } catch (error) {
        caught = error;
      }
      expect(isDateRangeError(caught)).toBe(true);
      expect(caught).toMatchObject({ kind: "date", suggestion: text.replace("30 Dec", "31 Dec") });
    },
  );

  test.each(["YESTERDAY", "PREVIOUS DAY", "PREVIOUS 1 DAYS", "BETWEEN YESTERDAY AND YESTERDAY"])(
    "takes the day before a skipped one for %j",
    (text) => {
      expect(wire(text, "Pacific/Apia", new Date("2011-12-31T12:00:00+14:00"))).toEqual({
        _min: "2011-12-29T00:00:00.000-10:00",
        _max: "2011-12-29T23:59:59.999-10:00",
      });
    },
  );

  test("counts a skipped day as a day of the calendar", () => {
    expect(wire("PREVIOUS 2 DAYS", "Pacific/Apia", new Date("2012-01-01T12:00:00+14:00"))).toEqual({
      _min: "2011-12-31T00:00:00.000+14:00",
      _max: "2011-12-31T23:59:59.999+14:00",
    });
  });

  test.each([
    ["+14:00", "2017-06-14"],
    ["-12:00", "2017-06-12"],
    ["Pacific/Kiritimati", "2017-06-14"],
    ["Etc/GMT+12", "2017-06-12"],
  ])("in %s takes %s for today at the instant when one is a day ahead and the other behind", (zone, day) => {
    expect(wire("TODAY", zone, Date.UTC(2017, 5, 13, 11, 0))._min?.slice(0, 10)).toBe(day);
  });
});
