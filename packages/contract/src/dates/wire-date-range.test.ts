import { describe, expect, test } from "vitest";
import { parseDateRange } from "./parse-date-range.js";
import { toWireDateRange, type WireDateRange } from "./wire-date-range.js";

function wire(text: string, zone?: string): WireDateRange {
  return toWireDateRange(parseDateRange(text, { now: Date.UTC(2017, 5, 13), zone }), { zone });
}

describe("toWireDateRange()", () => {
  test("writes milliseconds and Z in UTC", () => {
    expect(wire("TODAY")).toEqual({ _min: "2017-06-13T00:00:00.000Z", _max: "2017-06-13T23:59:59.999Z" });
  });

  test("writes null for an open end", () => {
    expect(wire("FROM 1 Dec 2010")).toEqual({ _min: "2010-12-01T00:00:00.000Z", _max: null });
    expect(wire("TO 1 Dec 2010")).toEqual({ _min: null, _max: "2010-12-01T23:59:59.999Z" });
  });

  test.each([
    ["Z", "Z"],
    ["+00:00", "Z"],
    ["-00:00", "Z"],
    ["+05:00", "+05:00"],
    ["-03:30", "-03:30"],
    ["+0545", "+05:45"],
    ["+14", "+14:00"],
    ["Asia/Kathmandu", "+05:45"],
    ["Africa/Abidjan", "Z"],
  ])("ends the instants of zone %s in %s", (zone, suffix) => {
    expect(wire("1 Jan 2017", zone)).toEqual({
      _min: `2017-01-01T00:00:00.000${suffix}`,
      _max: `2017-01-01T23:59:59.999${suffix}`,
    });
  });

  test("writes the offset of each end when the clocks change in between", () => {
    expect(wire("31 Mar 2024", "Europe/Berlin")).toEqual({
      _min: "2024-03-31T00:00:00.000+01:00",
      _max: "2024-03-31T23:59:59.999+02:00",
    });
    expect(wire("31 Mar 2024", "Europe/London")).toEqual({
      _min: "2024-03-31T00:00:00.000Z",
      _max: "2024-03-31T23:59:59.999+01:00",
    });
  });

  test("writes UTC where the offset has seconds, so that the instant stays exact", () => {
    expect(wire("1 Jan 17", "Europe/Berlin")._min).toBe("0016-12-31T23:06:32.000Z");
  });

  test("computes today in the zone", () => {
    const now = Date.UTC(2017, 5, 13, 22);
    const zone = "+03:00";
    expect(toWireDateRange(parseDateRange("TODAY", { now, zone }), { zone })._min).toBe(
      "2017-06-14T00:00:00.000+03:00",
    );
  });

  test("throws a RangeError for an unknown zone", () => {
    expect(() => toWireDateRange({ min: 0, max: 0 }, { zone: "nowhere" })).toThrow(RangeError);
  });
});
