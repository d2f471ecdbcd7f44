import * as fc from "fast-check";
import { expect, test } from "vitest";
import { RowScanner, type ScannedRows } from "./row-scanner.js";

function rowsOf({ bytes, starts, ends }: ScannedRows): readonly unknown[] {
  const texts = starts.map((start, index) => new TextDecoder().decode(bytes.subarray(start, ends[index])));
  const rows: unknown = JSON.parse(`[${texts.join(",")}]`);
  return Array.isArray(rows) ? rows : [];
}

function scan(text: string, size: number): { rows: unknown[]; isWhole: boolean } {
  const bytes = new TextEncoder().encode(text);
  const scanner = new RowScanner();
  const rows: unknown[] = [];
  for (let at = 0; at < bytes.length; at += size)
    rows.push(...rowsOf(scanner.push(bytes.subarray(at, at + size))));
  return { rows, isWhole: scanner.isWhole };
}

test("`RowScanner.push()` finds the same rows however the stream is cut", () => {
  const row = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(2),
      (rows, size, indent) => {
        const plain: unknown = JSON.parse(JSON.stringify(rows));
        expect(scan(JSON.stringify(plain, undefined, indent), size)).toEqual({ rows: plain, isWhole: true });
      },
    ),
  );
});

test("`RowScanner.push()` grows with a row larger than its buffer", () => {
  const rows = [{ a: "x".repeat(300_000) }, { a: "y" }];
  expect(scan(JSON.stringify(rows), 10_000)).toEqual({ rows, isWhole: true });
});

test("`RowScanner.isWhole` stays false when the array is not closed", () => {
  expect(scan('[{"a":1},{"a":', 3)).toEqual({ rows: [{ a: 1 }], isWhole: false });
});

test("`RowScanner.push()` says what it found instead of an array of objects", () => {
  for (const [text, message] of [
    ["<html>", 'found "<html>" at the beginning, wanted an array of rows'],
    ['{"items":[]}', "wanted an array of rows"],
    ["[1,2]", 'found "1,2]" at the beginning, wanted an object'],
    ['[{"a":1} {"a":2}]', "after row 1, wanted a comma or the end of the array"],
    ['[{"a":1},]', 'found "]" after row 1, wanted an object'],
    ["[] []", "wanted nothing after the array"],
  ] as const) {
    expect(() => scan(text, 100), text).toThrow(message);
  }
});
