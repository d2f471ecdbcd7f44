import { Buffer } from "node:buffer";
import type { ArrowType } from "@wellhead/contract/vocabulary";
import { expect, test } from "vitest";
import { ValueMismatch } from "../exact/value-mismatch.js";
import type { ArrowColumn, ArrowParts } from "./arrow-column.js";
import { makeColumn } from "./make-column.js";

/** Types, and values of JSON that they hold. */
const cases: readonly (readonly [type: ArrowType, values: readonly string[]])[] = [
  [{ kind: "text" }, ["", "a", "é😀", "x".repeat(100), "12"]],
  [{ kind: "date" }, ["2026-01-31", "0044-03-15 BC"]],
  [
    { kind: "timestamp", unit: "us" },
    ["2026-01-31T08:30:00", "1969-12-31T23:59", "2026-01-31T08:30:00.123456"],
  ],
  [{ kind: "timestamp", unit: "ns", zone: "UTC" }, ["2026-01-31T08:30:00Z", "2026-01-31T08:30:00.5+01:00"]],
  [{ kind: "int", bits: 64, signed: true }, ["12", "-9223372036854775808"]],
  [{ kind: "float", bits: 64 }, ["1.5", "1e22"]],
];

function partsOf(column: ArrowColumn): ArrowParts {
  const parts: ArrowParts = { nodes: [], buffers: [] };
  column.collect(parts);
  return { nodes: parts.nodes, buffers: parts.buffers.map((buffer) => Uint8Array.from(buffer)) };
}

/** The values with nulls at the start, in the middle, at the end, everywhere or nowhere. */
function withNulls(values: readonly string[]): readonly (readonly (string | null)[])[] {
  return [values, [null, ...values], values.flatMap((value) => [value, null]), [null, null], []];
}

test.each(cases)("appendJoined() to %j appends what append() does of the same texts", (type, values) => {
  for (const texts of withNulls(values)) {
    const [expected, column] = [makeColumn(type), makeColumn(type)];
    // Values before and after, without and with a null, because the marks of nulls begin with the first null.
    for (const before of [values[0], null]) {
      for (const value of [before, ...texts, before]) expected.append(value);
      column.append(before);
      const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
      const bytes = Buffer.from(texts.filter((text) => text !== null).join(""));
      column.appendJoined(bytes, Int32Array.from(lengths));
      column.append(before);
    }
    expect(partsOf(column)).toEqual(partsOf(expected));
  }
});

test.each(cases)("appendLines() to %j appends what appendJson() does of the same values", (type, values) => {
  for (const texts of withNulls(values).filter(({ length }) => length > 0)) {
    const [expected, column] = [makeColumn(type), makeColumn(type)];
    const lines = texts.map((text) => JSON.stringify(text));
    for (const line of lines) expected.appendJson(Buffer.from(line), 0, Buffer.byteLength(line));
    column.appendLines(Buffer.from(lines.join("\n")));
    expect(partsOf(column)).toEqual(partsOf(expected));
  }
});

test("appendJoined() refuses a text that its type cannot hold", () => {
  const column = makeColumn({ kind: "timestamp", unit: "us" });
  const texts = ["2026-01-31T08:30:00", "2026-02-30T08:30:00"];
  expect(() => column.appendJoined(Buffer.from(texts.join("")), Int32Array.of(19, 19))).toThrow(
    ValueMismatch,
  );
  expect(column.length).toBe(1);
});

test.each([
  [{ kind: "int", bits: 8, signed: true }, ["-128", "127"], ["-129", "128", "1.5"]],
  [{ kind: "int", bits: 64, signed: false }, ["0", "18446744073709551615"], ["-1", "18446744073709551616"]],
  [
    { kind: "int", bits: 64, signed: true },
    ["-9223372036854775808", "9223372036854775807", "999999999999999"],
    ["9223372036854775808", "1e19"],
  ],
] as const)("a column of %j holds %j and refuses %j", (type, held, refused) => {
  const column = makeColumn(type);
  for (const json of held) column.appendJson(Buffer.from(json), 0, json.length);
  expect(column.length).toBe(held.length);
  for (const json of refused)
    expect(() => column.appendJson(Buffer.from(json), 0, json.length), json).toThrow(ValueMismatch);
});
