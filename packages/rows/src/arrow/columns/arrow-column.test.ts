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
  [{ kind: "bytes" }, ["", "YQ=="]],
];

/** Returns what a column adds to a batch; its buffers as hexadecimal digits. */
function partsOf(column: ArrowColumn) {
  const { nodes, buffers }: ArrowParts = { nodes: [], buffers: [] };
  column.collect({ nodes, buffers });
  return { nodes, buffers: buffers.map((buffer) => Buffer.from(buffer).toString("hex")) };
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
  for (const texts of withNulls(values)) {
    const [expected, column] = [makeColumn(type), makeColumn(type)];
    const lines = texts.map((text) => JSON.stringify(text));
    for (const line of lines) expected.appendJson(Buffer.from(line), 0, Buffer.byteLength(line));
    column.appendLines(Buffer.from(lines.join("\n")));
    expect(partsOf(column)).toEqual(partsOf(expected));
  }
});

test.each([
  [{ kind: "timestamp", unit: "us" }, "2026-01-31T08:30:00", "2026-02-30T08:30:00"],
  [{ kind: "date" }, "2026-01-31", "2026-01-3x"],
  [{ kind: "date" }, "2026-01-31", ""],
] as const)("appendJoined() to %j refuses a text that its type cannot hold", (type, good, bad) => {
  const column = makeColumn(type);
  const lengths = Int32Array.of(good.length, bad.length);
  expect(() => column.appendJoined(Buffer.from(`${good}${bad}`), lengths)).toThrow(ValueMismatch);
  expect(column.length).toBe(1);
});

/** Nulls at these places of a run, also around the border of a byte of bits. */
const places = [undefined, [], [0], [9], [7, 8, 15, 19], Array.from({ length: 20 }, (_, at) => at)];

test.each(places)(
  "runs of values and of texts with nulls at %j are those values, batch by batch",
  (nullsAt) => {
    const nulls = nullsAt && Uint8Array.from({ length: 20 }, (_, at) => Number(nullsAt.includes(at)));
    const given = <Value>(values: readonly Value[]) =>
      values.map((value, at) => (nulls?.[at] === 1 ? null : value));
    const numbers = given(Array.from({ length: 20 }, (_, at) => at - 10));
    const texts = given(Array.from({ length: 20 }, (_, at) => "é".repeat(at * 2) + "x".repeat(at % 5)));
    const [number, text] = [
      makeColumn({ kind: "int", bits: 16, signed: true }),
      makeColumn({ kind: "text" }),
    ];
    const [sameNumber, sameText] = [
      makeColumn({ kind: "int", bits: 16, signed: true }),
      makeColumn({ kind: "text" }),
    ];
    for (const before of [1, null, 2]) {
      for (const column of [number, text, sameNumber, sameText]) column.append(before);
      const { view, bytes, start } = number.appendRun(20, nulls);
      for (const [at, value] of numbers.entries()) view.setInt16(start + at * 2, value ?? 0, true);
      expect(bytes.readInt16LE(start + 38)).toBe(numbers[19] ?? 0);
      // Other bytes are between the texts.
      const source = Buffer.from(`<${texts.map((one) => one ?? "").join("|")}>`);
      let end = 0;
      const ends = texts.flatMap((one) => {
        const from = end + 1;
        end = from + Buffer.byteLength(one ?? "");
        return [from, end];
      });
      text.appendTexts(source, Uint32Array.from(ends), nulls);
      for (const value of numbers) sameNumber.append(value);
      for (const value of texts) sameText.append(value);
      for (const column of [number, text, sameNumber, sameText]) column.append(before);
      expect(partsOf(number)).toEqual(partsOf(sameNumber));
      expect(partsOf(text)).toEqual(partsOf(sameText));
      // The marks of nulls are those of the batch: a later one without nulls has none.
      for (const column of [number, sameNumber]) column.append(3);
      const { nodes, buffers } = partsOf(number);
      expect([nodes, buffers[0]]).toEqual([[{ length: 1, nullCount: 0 }], ""]);
      expect(partsOf(sameNumber)).toEqual({ nodes, buffers });
    }
  },
);

test("a column of text has the JSON of what is no text", () => {
  const [column, expected] = [makeColumn({ kind: "text" }), makeColumn({ kind: "text" })];
  for (const value of [1.5, true, [1, "a"], { a: "é" }]) {
    const json = Buffer.from(JSON.stringify(value));
    column.appendJson(json, 0, json.length);
    expected.append(value);
  }
  expect(partsOf(column)).toEqual(partsOf(expected));
});

test.each([8, 16, 32] as const)("integers of %i bits lie without a gap, whatever their number", (bits) => {
  for (const count of [1, 2, 64, 128, 256, 512]) {
    const column = makeColumn({ kind: "int", bits, signed: true });
    const numbers = Array.from({ length: count }, (_, at) => (at % 256) - 128);
    for (const number of numbers) column.append(number);
    const { buffer } = new { 8: Int8Array, 16: Int16Array, 32: Int32Array }[bits](numbers);
    expect(partsOf(column).buffers).toEqual(["", Buffer.from(buffer).toString("hex")]);
  }
});

test("values and nulls are bits of any number", () => {
  const column = makeColumn({ kind: "bool" });
  for (let at = 0; at < 5000; at += 1) column.append(at % 7 === 6 ? null : at % 3 === 0);
  const { nodes, buffers } = partsOf(column);
  const bits = buffers.map((digits) => {
    const bytes = Buffer.from(digits, "hex");
    return Array.from({ length: 5000 }, (_, at) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1);
  });
  expect(nodes).toEqual([{ length: 5000, nullCount: 714 }]);
  expect(bits).toEqual([
    Array.from({ length: 5000 }, (_, at) => Number(at % 7 !== 6)),
    Array.from({ length: 5000 }, (_, at) => Number(at % 7 !== 6 && at % 3 === 0)),
  ]);
});

test("nulls are bits of as many bytes as the values need", () => {
  const column = makeColumn({ kind: "bool" });
  for (const value of [...Array.from({ length: 10 }, () => true), null, false]) column.append(value);
  expect(partsOf(column)).toEqual({
    nodes: [{ length: 12, nullCount: 1 }],
    buffers: ["ff0b", "ff03"],
  });
});

test("appendUtf8Of() appends the bytes of a text of any length, and nothing around it", () => {
  const [column, expected] = [makeColumn({ kind: "text" }), makeColumn({ kind: "text" })];
  for (let length = 0; length < 140; length += 1) {
    const text = Array.from({ length }, (_, at) => String.fromCodePoint(0x21 + (at % 90))).join("");
    const source = Buffer.from(`<<<${text}>>>`);
    const sourceView = new DataView(source.buffer, source.byteOffset, source.byteLength);
    column.appendUtf8Of({ source, sourceView }, 3, 3 + length);
    expected.append(text);
  }
  expect(partsOf(column)).toEqual(partsOf(expected));
});

test("a list is appended item by item, and knows the first list whose text is not UTF-8", () => {
  const type: ArrowType = { kind: "list", item: { kind: "text" } };
  const [column, expected] = [makeColumn(type), makeColumn(type)];
  for (const value of [["a", null], [], ["b"]]) {
    const items = column.startList();
    for (const item of value) items.append(item);
    column.endList();
    expected.append(value);
  }
  expect(column.findInvalid()).toBeUndefined();
  expect(partsOf(column)).toEqual(partsOf(expected));
  for (const byte of [0x61, 0xff]) {
    column.startList().appendUtf8(Buffer.of(byte), 0, 1);
    column.endList();
  }
  expect(column.findInvalid()).toBe(1);
  expect(makeColumn({ kind: "bool" }).findInvalid()).toBeUndefined();
});

test("a column of another type has no runs, no texts and no lists", () => {
  const [number, text] = [makeColumn({ kind: "float", bits: 64 }), makeColumn({ kind: "text" })];
  for (const append of [
    () => text.appendRun(1),
    () => number.appendTexts(Buffer.alloc(1), Uint32Array.of(0, 1)),
    () => number.startList(),
    () => {
      number.endList();
    },
    () => {
      text.appendStored(1);
    },
  ])
    expect(append).toThrow(new TypeError("Could not write a column: its type has another form of values."));
});

test("a value is refused when JSON has none in its place", () => {
  for (const kind of ["text", "json"] as const) {
    const column = makeColumn({ kind });
    expect(() => column.append({ toJSON: () => () => 1 }), kind).toThrow("a value that JSON has");
  }
});

test("an object of JSON whose member comes twice is refused", () => {
  const type: ArrowType = { kind: "struct", fields: [{ name: "a", type: { kind: "bool" } }] };
  const json = '{"a":true,"a":true}';
  expect(() => makeColumn(type).appendJson(Buffer.from(json), 0, json.length)).toThrow(
    'only "a" is declared',
  );
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
