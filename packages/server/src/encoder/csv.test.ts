import { describe, expect, test } from "vitest";
import { csvCell } from "./csv-cell.js";
import { CsvWriter } from "./csv-writer.js";
import { csvFrame } from "./frame.js";

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
});

describe("CsvWriter", () => {
  test("keeps a row whose only cell is empty", () => {
    expect(new CsvWriter({ columns: ["a"], formulaEscape: false }).write([{ a: null }, { a: 1 }])).toBe(
      '""\r\n1',
    );
  });

  test("takes inherited names for missing cells", () => {
    expect(new CsvWriter({ columns: ["toString", "a"], formulaEscape: false }).write([{ a: 1 }])).toBe(",1");
  });
});

test("`csvFrame()` quotes and escapes its header", () => {
  expect(csvFrame(["a,b", "=c"], true).open).toBe('"a,b",\'=c\r\n');
  expect(csvFrame([], false).open).toBe("");
});
