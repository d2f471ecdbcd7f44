import { Buffer } from "node:buffer";
import type { ArrowField, ArrowType } from "@wellhead/contract/vocabulary";
import { describe, expect, test } from "vitest";
import { ArrowBatchWriter, ArrowRowError } from "./arrow-batch-writer.js";
import { ArrowRows } from "./arrow-rows.js";
import type { ArrowColumn } from "./columns/arrow-column.js";
import { fitsArrow } from "./columns/fits-arrow.js";
import { ValueMismatch } from "./exact/value-mismatch.js";

const int = (bits: 8 | 16 | 32 | 64, signed = true): ArrowType => ({ kind: "int", bits, signed });
const decimal = (precision: number, scale: number): ArrowType => ({ kind: "decimal", precision, scale });
const fieldOf = (type: ArrowType): ArrowField => ({ name: "value", type });

/** Writes values by a function, and a null between each two of them. */
function write<Value>(
  type: ArrowType,
  values: readonly Value[],
  append: (column: ArrowColumn, value: Value) => void,
): Uint8Array {
  const writer = new ArrowBatchWriter([fieldOf(type)]);
  for (const value of values) {
    append(writer.columnAt(0), value);
    writer.columnAt(0).appendNull();
    writer.rows += 2;
  }
  return writer.take().bytes;
}

/** The record batch of values as rows have them. */
function expected(type: ArrowType, values: readonly unknown[]): Uint8Array {
  return write(type, values, (column, value) => column.append(value));
}

/** Numbers that stand for values, and the values. */
const stored: Readonly<
  Record<string, readonly [ArrowType, numbers: readonly (number | bigint)[], values: readonly unknown[]]>
> = {
  bool: [{ kind: "bool" }, [1, 0, 1n], [true, false, true]],
  int8: [int(8), [-128, 127n], [-128, 127]],
  uint8: [int(8, false), [255], [255]],
  int16: [int(16), [-32_768, 32_767], [-32_768, 32_767]],
  int32: [int(32), [-(2 ** 31), 2 ** 31 - 1], [-(2 ** 31), 2 ** 31 - 1]],
  uint32: [int(32, false), [2 ** 32 - 1], [2 ** 32 - 1]],
  int64: [
    int(64),
    [-1, 2 ** 52, -(2 ** 40) - 1, 2n ** 63n - 1n],
    [-1, 2 ** 52, -(2 ** 40) - 1, 2n ** 63n - 1n],
  ],
  uint64: [int(64, false), [2n ** 64n - 1n], [2n ** 64n - 1n]],
  double: [{ kind: "float", bits: 64 }, [0.1, -0, 3n], [0.1, -0, 3]],
  single: [{ kind: "float", bits: 32 }, [0.5, 1n], [0.5, 1]],
  decimal: [decimal(5, 2), [-99_999, 99_999n, 0], ["-999.99", "999.99", 0]],
  "decimal of two words": [decimal(30, 0), [-1, 5, -(10n ** 29n)], [-1, 5, -(10n ** 29n)]],
  "decimal of four words": [decimal(76, 1), [-1, 10n ** 76n - 1n], ["-0.1", `${"9".repeat(75)}.9`]],
  date: [{ kind: "date" }, [-1, 20_484n], ["1969-12-31", "2026-01-31"]],
  time: [{ kind: "time", unit: "us" }, [1_500_000], ["00:00:01.5"]],
  local: [{ kind: "timestamp", unit: "ms" }, [-1], ["1969-12-31T23:59:59.999"]],
  instant: [{ kind: "timestamp", unit: "us", zone: "UTC" }, [1_000_001n], ["1970-01-01T00:00:01.000001Z"]],
};

describe.each(Object.entries(stored))("a column of %s", (_name, [type, numbers, values]) => {
  test("takes the numbers that stand for its values", () => {
    const bytes = write(type, numbers, (column, number) => column.appendStored(number));
    expect(bytes).toEqual(expected(type, values));
  });
});

test.each([
  int(64),
  int(64, false),
  { kind: "time", unit: "us" },
  { kind: "timestamp", unit: "ns" },
] as const)("a column of %j takes the two halves of the numbers that stand for its values", (type) => {
  const numbers = [0n, 1n, 2n ** 32n + 7n, 86_399n * 10n ** 6n];
  const bytes = write(type, numbers, (column, number) =>
    column.appendWords(Number(BigInt.asIntN(32, number >> 32n)), Number(BigInt.asIntN(32, number))),
  );
  expect(bytes).toEqual(write(type, numbers, (column, number) => column.appendStored(number)));
});

test("a column of text takes the bytes of UTF-8, whatever their number", () => {
  const texts = ["", "é", "x".repeat(40), "y".repeat(41), "z".repeat(5000), `${"€".repeat(100)}😀`];
  const bytes = write({ kind: "text" }, texts, (column, text) => {
    const source = Buffer.from(`<${text}>`);
    column.appendUtf8(source, 1, source.length - 1);
  });
  expect(bytes).toEqual(expected({ kind: "text" }, texts));
});

test("a decimal of more digits than its column has is refused", () => {
  for (const number of [100_000, -100_000, 100_000n, -100_000n]) {
    const write5 = () => write(decimal(5, 2), [number], (column, one) => column.appendStored(one));
    expect(write5).toThrow("expected a number of at most 5 digits, 2 of them after the point");
  }
});

test("a column refuses the form of values that its type does not have", () => {
  const list: ArrowType = { kind: "list", item: { kind: "text" } };
  for (const type of [{ kind: "text" }, { kind: "json" }, list, { kind: "bytes" }] as const) {
    expect(() => write(type, [1], (column, value) => column.appendStored(value))).toThrow("another form");
    expect(() => write(type, [1], (column, value) => column.appendWords(value, value))).toThrow(
      "another form",
    );
  }
  // A text is a value that is a string.
  for (const type of [{ kind: "bool" }, int(64), list, { kind: "date" }] as const)
    expect(() => write(type, [Buffer.alloc(1)], (column, one) => column.appendUtf8(one, 0, 1))).toThrow(
      "got a text of 1 characters",
    );
});

test("numbers that are not finite are those of their texts", () => {
  const texts = ["NaN", "nan", "Infinity", "inf", "-Infinity", "-inf"];
  const numbers = [Number.NaN, Number.NaN, ...[1, 1, -1, -1].map((sign) => sign / 0)];
  for (const bits of [32, 64] as const) {
    const type: ArrowType = { kind: "float", bits };
    expect(expected(type, texts)).toEqual(expected(type, numbers));
  }
});

test("bytes are those of their Base64, and a UUID may have letters of either case", () => {
  const bytes = Uint8Array.of(0, 251, 255);
  expect(expected({ kind: "bytes" }, [bytes, bytes])).toEqual(expected({ kind: "bytes" }, ["APv/", "APv_"]));
  const uuid = "123e4567-e89b-12d3-a456-42661417abcd";
  expect(expected({ kind: "uuid" }, [uuid.toUpperCase()])).toEqual(expected({ kind: "uuid" }, [uuid]));
});

test("values are written in the form that JSON has of them", () => {
  const type: ArrowType = { kind: "text" };
  const day = new Date(0);
  expect(expected(type, [day, { toJSON: () => "x" }, 1.5, [1], 2n ** 60n])).toEqual(
    expected(type, ["1970-01-01T00:00:00.000Z", "x", "1.5", "[1]", "1152921504606846976"]),
  );
  const nothing = [() => 1, Symbol("s"), undefined, { toJSON: () => null }];
  expect(expected(type, nothing)).toEqual(expected(type, [null, null, null, null]));
  const json: ArrowType = { kind: "json" };
  const rows = [{ a: 1 }, { a: 2n ** 60n }, { a: 3 }];
  const texts = rows.map(({ a }) => Buffer.from(`{"a":${a}}`));
  const written = write(json, texts, (column, text) => column.appendJson(text, 0, text.length));
  expect(expected(json, rows)).toEqual(written);
});

test("ArrowBatchWriter names the column and the row that do not fit, counted over all batches", () => {
  const fields = [fieldOf(int(8)), { name: "other", type: int(8) }];
  const writer = new ArrowBatchWriter(fields);
  const fail = (index: number): unknown => {
    try {
      writer.columnAt(index).append(1000);
    } catch (error) {
      return writer.explain(error);
    }
    return undefined;
  };
  expect(writer.hasTaken).toBe(false);
  expect(String(fail(1))).toContain('the column "other" as Arrow: row 1 does not fit');
  for (const index of [0, 1]) writer.columnAt(index).append(1);
  writer.rows += 1;
  expect(writer.take().rows).toBe(1);
  expect([writer.hasTaken, writer.rows]).toEqual([true, 0]);
  expect(fail(0)).toBeInstanceOf(ArrowRowError);
  expect(String(fail(0))).toContain('the column "value" as Arrow: row 2 does not fit');
  expect(() => writer.columnAt(2)).toThrow(RangeError);
});

test("ArrowBatchWriter finds the first row with text that is not UTF-8, in whichever column", () => {
  const fields = ["a", "b"].map((name): ArrowField => ({ name, type: { kind: "text" } }));
  const invalid = (rows: readonly (readonly [a: number, b: number])[]) => {
    const writer = new ArrowBatchWriter(fields);
    for (const row of rows)
      for (const [index, byte] of row.entries()) writer.columnAt(index).appendUtf8(Buffer.of(byte), 0, 1);
    return writer.findInvalid();
  };
  const [good, bad] = [0x61, 0xff];
  expect(invalid([[good, good]])).toBeUndefined();
  expect(invalid([[bad, bad]])).toEqual({ row: 0, column: "a" });
  expect(
    invalid([
      [good, bad],
      [bad, good],
    ]),
  ).toEqual({ row: 0, column: "b" });
  expect(
    invalid([
      [good, good],
      [bad, good],
      [good, bad],
    ]),
  ).toEqual({ row: 1, column: "a" });
});

test.each<[string, ArrowType, readonly unknown[], number]>([
  ["numbers", int(32), [1, 2, null], 12],
  ["booleans", { kind: "bool" }, Array.from({ length: 9 }, () => true), 2],
  ["texts, with where they begin", { kind: "text" }, ["ab", null, "cde"], 5 + 16],
  ["lists, with their items", { kind: "list", item: int(8) }, [[1, 2], []], 12 + 2],
  [
    "objects, with their members",
    { kind: "struct", fields: [fieldOf(int(8)), { name: "b", type: int(16) }] },
    [{ value: 1, b: 2 }],
    3,
  ],
])("the size of rows is that of their %s", (_what, type, values, size) => {
  const rows = new ArrowRows([fieldOf(type)]);
  rows.append(values.map((value) => ({ value })));
  expect(rows.size).toBe(size);
  const before = new ArrowRows([fieldOf(type)]).size;
  rows.take();
  expect([rows.size, rows.rows]).toEqual([before, 0]);
});

test("an error of a value is its own, and a value that does not fit is the cause of its error", () => {
  const fault = new RangeError("broken");
  const broken = {
    toJSON: () => {
      throw fault;
    },
  };
  const fields = [fieldOf(int(8))];
  expect(() => new ArrowRows(fields).append([{ value: broken }])).toThrow(fault);
  expect(() => fitsArrow(int(8), [broken])).toThrow(fault);
  expect(fitsArrow(int(8), [1000])).toBe(false);
  const append = (): unknown => {
    try {
      new ArrowRows(fields).append([{ value: 1000 }]);
    } catch (error) {
      return error instanceof ArrowRowError && error.cause;
    }
    return undefined;
  };
  expect(append()).toBeInstanceOf(ValueMismatch);
});
