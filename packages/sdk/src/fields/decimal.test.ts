import { describe, expect, it } from "vitest";
import { acceptDecimal, compareDecimals, decimalRange, roundDecimal } from "./decimal.js";

describe("acceptDecimal()", () => {
  it.each([
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993.5", "-9007199254740993.5"],
    [" 007.500 ", "7.5"],
    ["+1", "1"],
    [".5", "0.5"],
    ["5.", "5"],
    ["-0", "0"],
    [-0, "0"],
    ["1e3", "1000"],
    ["1.5e-3", "0.0015"],
    ["12.34e1", "123.4"],
    ["0e9", "0"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [1e308, `1${"0".repeat(308)}`],
  ])("reads %j", (raw, text) => {
    expect(acceptDecimal(raw)).toBe(text);
  });

  it.each(["", " ", "abc", "NaN", "Infinity", "0x10", "1 2", ".", "e5", "1e500", true, null, {}, [1]])(
    "refuses %j",
    (raw) => {
      expect(() => acceptDecimal(raw)).toThrow("expected a number");
    },
  );
});

describe("compareDecimals()", () => {
  it.each([
    ["9007199254740993", "9007199254740992", 1],
    ["0.1", "0.10", 0],
    ["-1.5", "1", -1],
    ["-1.5", "-1.25", -1],
  ])("compares %s with %s", (one, other, result) => {
    expect(compareDecimals(one, other)).toBe(result);
  });
});

describe("roundDecimal()", () => {
  it.each([
    ["1.5", "up", 0, "2"],
    ["1.5", "down", 0, "1"],
    ["-1.5", "up", 0, "-1"],
    ["-1.5", "down", 0, "-2"],
    ["-0.5", "up", 0, "0"],
    ["7", "up", 0, "7"],
    ["0.129", "up", 2, "0.13"],
    ["0.129", "down", 2, "0.12"],
    ["-0.129", "down", 2, "-0.13"],
  ] as const)("rounds %s %s to %d places", (text, direction, places, rounded) => {
    expect(roundDecimal(text, direction, places)).toBe(rounded);
  });
});

describe("decimalRange()", () => {
  it("keeps every digit of its ends", () => {
    const field = decimalRange();
    expect(field.accept({ _min: "9007199254740993", _max: "" }, {})).toEqual({ min: "9007199254740993" });
    expect(() => field.accept({ _min: "9007199254740993", _max: "9007199254740992" }, {})).toThrow("smaller");
    expect(() => field.accept(5, {})).toThrow("_min");
  });
});
