import { describe, expect, test } from "vitest";
import { csvCell } from "./csv-cell.js";

describe("csvCell()", () => {
  test.each([
    [null, ""],
    [undefined, ""],
    ["", '""'],
    ["plain", "plain"],
    ['with "quotes", and commas', '"with ""quotes"", and commas"'],
    ["two\r\nlines", '"two\r\nlines"'],
    [1.5, "1.5"],
    [Number.NaN, ""],
    [Number.POSITIVE_INFINITY, ""],
    [9_007_199_254_740_993n, "9007199254740993"],
    [true, "true"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Date(Number.NaN), ""],
    [["a", 1n], '"[""a"",1]"'],
    [{ a: { b: null } }, '"{""a"":{""b"":null}}"'],
    ["=1+1", "=1+1"],
  ])("writes %o", (value, expected) => {
    expect(csvCell(value, false)).toBe(expected);
  });

  test("makes formulas text when it is told to, numbers never", () => {
    expect(
      ["=1+1", "+1", "-1", "@a", "\ta", "\ra", "a=1", -1].map((value) => csvCell(value, true)),
    ).toStrictEqual(["'=1+1", "'+1", "'-1", "'@a", "'\ta", '"\'\ra"', "a=1", "-1"]);
  });

  test("takes what writes itself as a number for a number", () => {
    const price = { toJSON: () => -1.5 };
    expect([price, Object(-2), { toJSON: () => "-3" }].map((value) => csvCell(value, true))).toStrictEqual([
      "-1.5",
      "-2",
      "'-3",
    ]);
  });
});
