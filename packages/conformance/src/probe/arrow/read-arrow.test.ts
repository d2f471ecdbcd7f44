import {
  Binary,
  DateDay,
  Decimal,
  Dictionary,
  Field,
  Float32,
  Int8,
  Int32,
  Int64,
  List,
  Map_,
  Struct,
  Table,
  TimeMicrosecond,
  TimestampMicrosecond,
  tableToIPC,
  Uint64,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../exchange/exchange.js";
import { ArrowFault } from "./flat-table.js";
import { type ReadArrow, readArrow } from "./read-arrow.js";
import { sameValue } from "./same-value.js";

/** Reads a stream as the judge does: from a body whose bytes became characters. */
function read(bytes: Uint8Array): ReadArrow {
  const text = Buffer.from(bytes).toString("latin1");
  return readArrow({ text, utf8: false } as Exchange);
}

const pair = new Struct<{ a: Int8; b: Utf8 }>([new Field("a", new Int8()), new Field("b", new Utf8())]);
const entry = new Struct<{ key: Utf8; value: Int8 }>([
  new Field("key", new Utf8()),
  new Field("value", new Int8()),
]);

/** Each vector with the JSON of its values, and JSON that is another. */
const columns: readonly (readonly [
  what: string,
  vector: Vector,
  json: readonly unknown[],
  other: readonly unknown[],
])[] = [
  [
    "int64",
    vectorFromArray([2n ** 62n, null, -5n], new Int64()),
    ["4611686018427387904", null, -5],
    [1, 0, "-6"],
  ],
  ["uint64", vectorFromArray([2n ** 64n - 1n], new Uint64()), ["18446744073709551615"], [-1]],
  ["int32", vectorFromArray([-1, 7], new Int32()), [-1, "7.0"], ["x", 8]],
  ["float32", vectorFromArray([0.1, Number.NaN], new Float32()), [0.1, null], [0.2, 0]],
  ["text", vectorFromArray(["é", "", null], new Utf8()), ["é", "", null], ["e", null, ""]],
  ["bytes", vectorFromArray([Uint8Array.of(1, 255)], new Binary()), ["Af8="], ["Af9="]],
  ["day", vectorFromArray([new Date("1969-12-31T00:00:00Z")], new DateDay()), ["1969-12-31"], ["1970-01-01"]],
  ["time", vectorFromArray([30_600_000_001n], new TimeMicrosecond()), ["08:30:00.000001"], ["08:30:00"]],
  [
    "list",
    vectorFromArray([[1, null], []], new List(new Field("item", new Int8()))),
    [[1, null], []],
    [[1], null],
  ],
  [
    "struct",
    vectorFromArray(
      [
        { a: 1, b: "x" },
        { a: null, b: null },
      ],
      pair,
    ),
    [{ a: 1, b: "x" }, { a: null }],
    [
      { a: 1, b: "y" },
      { a: 0, b: null },
    ],
  ],
  [
    "map",
    vectorFromArray([new Map([["k", 1]])], new Map_(new Field("entries", entry))),
    [{ k: 1 }],
    [{ j: 1 }],
  ],
  [
    "decimal",
    vectorFromArray(
      [Uint32Array.of(150, 0, 0, 0), Uint32Array.of(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff)],
      new Decimal(2, 10),
    ),
    [1.5, "-0.01"],
    [1.51, "0.01"],
  ],
  [
    "timestamp",
    vectorFromArray([1_767_168_000_123], new TimestampMicrosecond("UTC")),
    ["2025-12-31T13:30:00.123+05:30"],
    ["2025-12-31T08:00:00.123001Z"],
  ],
  [
    "dictionary",
    vectorFromArray(["a", "b", "a"], new Dictionary(new Utf8(), new Int32())),
    ["a", "b", "a"],
    ["b", "a", null],
  ],
];

describe("readArrow()", () => {
  it.each(columns)("reads values of the type %s that a library wrote", (_what, vector, json, other) => {
    const { columns: found, rows, ended } = read(tableToIPC(new Table({ value: vector }), "stream"));
    const [column] = found;
    expect([ended, rows.length]).toEqual([true, json.length]);
    const compare = (values: readonly unknown[]) =>
      values.map((value, row) => column !== undefined && sameValue(rows[row]?.[0] ?? null, value, column));
    expect(compare(json)).toEqual(json.map(() => true));
    expect(compare(other)).toEqual(other.map(() => false));
  });

  it("never believes a part of a stream, and reports any damage as a fault", () => {
    const vectors = Object.fromEntries(
      columns.slice(0, 5).map(([what, vector]) => [what, vector.slice(0, 1)]),
    );
    const whole = tableToIPC(new Table(vectors), "stream");
    for (let end = 0; end < whole.length; end += 1) expect(outcome(whole.subarray(0, end))).not.toBe("whole");
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = Uint8Array.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(outcome(damaged)).toBeTypeOf("string");
    }
    expect(outcome(whole)).toBe("whole");
  });
});

/** Returns how a stream reads. Throws what is not a fault. */
function outcome(bytes: Uint8Array): string {
  try {
    return read(bytes).ended ? "whole" : "cut";
  } catch (error) {
    if (error instanceof ArrowFault) return error.message;
    throw error;
  }
}
