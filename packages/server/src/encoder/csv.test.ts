import { describe, expect, test } from "vitest";
import { CsvWriter } from "./csv-writer.js";
import { csvFrame } from "./frame.js";

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
