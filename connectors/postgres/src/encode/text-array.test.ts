import { Buffer } from "node:buffer";
import { type ArrowCells, ArrowCellWriter, type ArrowType, jsonCells, writeJsonText } from "@wellhead/rows";
import { array, assert, constantFrom, oneof, option, property, string } from "fast-check";
import { expect, it } from "vitest";
import { arrayWriter } from "./array-writer.js";
import { appendTextArray } from "./text-array.js";

const type: ArrowType = { kind: "list", item: { kind: "text" } };

/** Writes arrays that are parts of one source, and returns the record batch. */
function batchOf(texts: readonly string[], cells: ArrowCells): Buffer {
  const writer = new ArrowCellWriter([{ name: "a", ...cells }]);
  const parts = texts.map((text) => Buffer.from(text));
  writer.target.read(Buffer.concat([Buffer.from('"},'), ...parts, Buffer.from('"},')]));
  let start = 3;
  for (const { length } of parts) {
    writer.begin(length);
    writer.cell(0, start, start + length);
    writer.end();
    start += length;
  }
  return Buffer.from(writer.take().bytes);
}

const viaJson = jsonCells(type, arrayWriter(writeJsonText, ","));

function direct(isAppended: (found: boolean) => void): ArrowCells {
  return {
    type,
    append: (column) => (target, start, end) => isAppended(appendTextArray(column, target, { start, end })),
  };
}

/** Writes an array as the server does. */
function literal(items: readonly (string | null)[]): string {
  const texts = items.map((item) => {
    if (item === null) return "NULL";
    const isPlain = /^[^\s{},"\\]+$/.test(item) && item.toUpperCase() !== "NULL";
    return isPlain ? item : `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${texts.join(",")}}`;
}

it("arrays of text are the lists that their JSON is", () => {
  const hostile = constantFrom(
    "",
    "NULL",
    "null",
    '"',
    "\\",
    "a,b",
    "{}",
    "\n",
    "\u0001",
    "é😀",
    "x".repeat(2000),
  );
  const items = array(option(oneof(hostile, string({ unit: "grapheme" }))));
  assert(
    property(array(items), (arrays) => {
      const texts = arrays.map(literal);
      const found: boolean[] = [];
      const batch = batchOf(
        texts,
        direct((isAppended) => found.push(isAppended)),
      );
      expect(found).not.toContain(false);
      expect(batch.equals(batchOf(texts, viaJson))).toBe(true);
    }),
  );
});

it("more items than ever before are found", () => {
  const texts = [literal(Array.from({ length: 5000 }, (_unused, index) => `i${index}`)), "{}", "[3:4]={a,b}"];
  expect(
    batchOf(
      texts,
      direct(() => undefined),
    ).equals(batchOf(texts, viaJson)),
  ).toBe(true);
});

it.each([
  "{{a,b},{c,d}}",
  "[1:1][1:2]={{a,b}}",
  "",
  "{",
  "}",
  "{a",
  '{"a}',
  '{"a\\"}',
  "{a}}",
  '{"a"b}',
  "a",
])("%j is not a list of text, and adds nothing", (text) => {
  const found: boolean[] = [];
  const writer = new ArrowCellWriter([{ name: "a", ...direct((isAppended) => found.push(isAppended)) }]);
  writer.target.read(Buffer.from(`${text},x},"}`));
  writer.cell(0, 0, Buffer.byteLength(text));
  expect([found, writer.columnAt(0).length, writer.columnAt(0).size]).toEqual([[false], 0, 8]);
});
