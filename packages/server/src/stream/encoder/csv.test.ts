import { describe, expect, test } from "vitest";
import { rowFormats } from "../../faces/reports/wire/formats.js";
import { CsvWriter } from "./row-writers.js";

describe("CsvWriter", () => {
  test("keeps a row whose only cell is empty", () => {
    expect(
      new CsvWriter({ columns: ["a"], formulaEscape: false, reservedKey: "__streamError" }).write([
        { a: null },
        { a: 1 },
      ]),
    ).toBe('""\r\n1');
  });

  test("refuses a row with a column that the header does not have, and names it", () => {
    const writer = new CsvWriter({ columns: ["a", "b"], formulaEscape: false, reservedKey: "__streamError" });
    expect(writer.write([{ b: 1 }])).toBe(",1");
    expect(() => writer.write([{ a: 1 }, { a: 1, late: 2 }])).toThrow(
      'the column "late" first appeared after the header',
    );
  });

  test("refuses a row that is the mark of a failed stream, and nothing that only holds one", () => {
    const writer = new CsvWriter({
      columns: ["__streamError", "a"],
      formulaEscape: false,
      reservedKey: "__streamError",
    });
    expect(() => writer.write([{ __streamError: 1 }])).toThrow("is reserved");
    expect(() => writer.write([{ __streamError: 1, a: undefined }])).toThrow("is reserved");
    expect(writer.write([{ __streamError: 1, a: null }])).toBe("1,");
    expect(writer.write([{ __streamError: undefined }])).toBe(",");
  });

  test("takes inherited names for missing cells", () => {
    expect(
      new CsvWriter({ columns: ["toString", "a"], formulaEscape: false, reservedKey: "__streamError" }).write(
        [{ a: 1 }],
      ),
    ).toBe(",1");
  });
});

test("`rowFormats.csv.frame()` quotes and escapes its header", () => {
  expect(rowFormats.csv.frame(["a,b", "=c"], true).open).toBe('"a,b",\'=c\r\n');
  expect(rowFormats.csv.frame([], false).open).toBe("");
});
