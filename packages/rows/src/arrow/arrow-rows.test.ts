import type { ArrowField, ArrowType } from "@wellhead/contract/vocabulary";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { describe, expect, test } from "vitest";
import { ArrowRowError } from "./arrow-batch-writer.js";
import { arrowFrame, withoutShared } from "./arrow-frame.js";
import { ArrowRows } from "./arrow-rows.js";
import { fitsArrow } from "./columns/fits-arrow.js";

const int = (bits: 8 | 16 | 32 | 64, signed: boolean): ArrowType => ({ kind: "int", bits, signed });
const text: ArrowType = { kind: "text" };
const local = (unit: "s" | "ms" | "us" | "ns"): ArrowType => ({ kind: "timestamp", unit });
const instant = (unit: "s" | "ms" | "us" | "ns"): ArrowType => ({ kind: "timestamp", unit, zone: "UTC" });
const list = (item: ArrowType): ArrowType => ({ kind: "list", item });
const field = (name: string, type: ArrowType): ArrowField => ({ name, type, metadata: {} });
const struct: ArrowType = { kind: "struct", fields: [field("a", int(32, true)), field("b", list(text))] };
const map: ArrowType = { kind: "map", value: { kind: "float", bits: 64 } };

/** Values that each type holds, and values that it does not. */
const types: Readonly<
  Record<string, readonly [ArrowType, good: readonly unknown[], bad: readonly unknown[]]>
> = {
  bool: [{ kind: "bool" }, [true, false], [0, "true", [], {}]],
  int8: [
    int(8, true),
    [-128, 127, 0, "5", "1e2", 5n],
    [128, -129, 1.5, "a", "", true, 128n, {}, "0.1", ["1"]],
  ],
  uint8: [int(8, false), [0, 255, "200"], [-1, 256]],
  int16: [int(16, true), [-32_768, 32_767], [32_768, -32_769]],
  uint16: [int(16, false), [0, 65_535], [-1, 65_536]],
  int32: [int(32, true), [-2_147_483_648, 2_147_483_647], [2_147_483_648, -2_147_483_649]],
  uint32: [int(32, false), [0, 4_294_967_295, 2_147_483_648], [-1, 4_294_967_296]],
  int64: [
    int(64, true),
    [
      -9_223_372_036_854_775_808n,
      9_223_372_036_854_775_807n,
      -1,
      -4_294_967_297,
      9_007_199_254_740_991,
      1e18,
    ],
    [9_223_372_036_854_775_808n, -9_223_372_036_854_775_809n, 1e19],
  ],
  uint64: [int(64, false), [0, 18_446_744_073_709_551_615n], [-1, 18_446_744_073_709_551_616n]],
  double: [
    { kind: "float", bits: 64 },
    [0.1, -1e300, 5e-324, 12n, "0.5", "1.50", "1e3", "-0.1", 9_007_199_254_740_991n],
    ["0.12345678901234567890123", 9_007_199_254_740_993n, "a", "", "1e999", true, [], ["1"]],
  ],
  single: [{ kind: "float", bits: 32 }, [0.5, -1.5, 0.1, 3.4e38, 1.17e-38], [0.123_456_789_012, 1e300, "a"]],
  decimal: [
    { kind: "decimal", precision: 5, scale: 2 },
    [0, 999.99, -999.99, 1.5, -0.5, "1.5", "1e2", "-0.01", 12n, "1.500", "100e-2"],
    [1000, -1000, 0.001, "1e9999", "1e-9999", "a", "0x1", true, {}, ["1"]],
  ],
  wide: [
    { kind: "decimal", precision: 76, scale: 38 },
    [`-${"9".repeat(38)}.${"9".repeat(38)}`, `${"9".repeat(38)}.${"1".repeat(38)}`, 1],
    ["1e38", `0.${"0".repeat(38)}1`],
  ],
  middle: [{ kind: "decimal", precision: 38, scale: 0 }, ["9".repeat(38), `-${"9".repeat(38)}`], ["1e38"]],
  text: [
    text,
    ["", "a", "é", "\u0080", "東京 😀", 'q"\\\n', "x".repeat(25), `${"x".repeat(23)}é`],
    ["\ud800", `a${"\udc00".repeat(30)}`],
  ],
  json: [{ kind: "json" }, [{ a: [1, null] }, [1], "a", 1.5, true, 2n ** 60n, [1]], []],
  bytes: [{ kind: "bytes" }, ["", "YQ==", "+/+/"], ["a b", 1, {}, ["YQ=="]]],
  uuid: [
    { kind: "uuid" },
    ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
    [
      "123e4567e89b12d3a456426614174000",
      "x123e4567-e89b-12d3-a456-426614174000",
      "123e4567-e89b-12d3-a456-4266141740000",
      "x23e4567-e89b-12d3-a456-426614174000",
      "",
      1,
      ["123e4567-e89b-12d3-a456-426614174000"],
    ],
  ],
  date: [
    { kind: "date" },
    ["1970-01-01", "2024-02-29", "2000-02-29", "1899-12-31", "-000001-03-01", "+012345-01-01"],
    [
      "2023-02-29",
      "1900-02-29",
      "2024-13-01",
      "2024-00-01",
      "2024-04-31",
      "2024-01-00",
      "2024-01-01T00:00:00",
      "",
      1,
      ["2024-01-01"],
    ],
  ],
  timeOfDay: [
    { kind: "time", unit: "us" },
    ["00:00:00", "23:59:59.999999", "08:30:00.5"],
    ["24:00:00", "08:60:00", "08:00:60", "08:30", "00:00:00.1234567", 1, ["08:30:00"]],
  ],
  timeInNanos: [{ kind: "time", unit: "ns" }, ["00:00:00.123456789"], ["00:00:00.1234567891"]],
  seconds: [
    local("s"),
    ["2026-01-31T08:30:00", "1969-12-31T23:59:59"],
    ["2026-01-31T08:30:00.5", "2026-01-31T08:30:00Z", "2026-01-31", ["2026-01-31T08:30:00"]],
  ],
  millis: [local("ms"), ["2026-01-31T08:30:00.125"], ["2026-01-31T08:30:00.1255"]],
  micros: [
    instant("us"),
    [
      "2026-01-31T08:30:00.125001Z",
      // A million seconds.
      "1970-01-12T13:46:40Z",
      "1582-10-14T23:59:59Z",
      "2026-01-31T08:30:00+05:30",
      "2026-01-31T00:30:00-09:45",
    ],
    [
      "2026-01-31T08:30:00",
      "2026-01-31T08:30:00+24:00",
      "2026-01-31T08:30:00+01:60",
      "2026-01-31T25:30:00Z",
      1,
    ],
  ],
  nanos: [
    instant("ns"),
    ["2026-01-31T08:30:00.123456789Z", "1677-09-21T00:12:43.145224192Z", "2262-04-11T23:47:16.854775807Z"],
    [
      "2262-04-11T23:47:17Z",
      "1677-09-21T00:12:43Z",
      "+012345-01-01T00:00:00Z",
      "2262-04-11T23:47:16.854775808Z",
      "1677-09-21T00:12:43.145224191Z",
    ],
  ],
  list: [
    list(int(32, true)),
    [[], [1], [1, null, 3], Array.from({ length: 20 }, (_, at) => at)],
    ["a", {}, [1, "b"], 1],
  ],
  lists: [list(list(text)), [[["a"], [], null, ["", "b", null]]], [[["a"], "b"], [[1]]]],
  struct: [
    struct,
    [
      { a: 1, b: ["x"] },
      { a: null, b: [] },
      { a: 2, b: null },
    ],
    [{ c: 1 }, [1], [], "a", "", 1, { a: "b" }, { b: [1] }],
  ],
  map: [map, [{}, { x: 1.5 }, { y: 2, "": null }], [[], "a", "", 1, { x: "b" }]],
  texts: [{ kind: "map", value: text }, [{ x: "a" }, { y: null, é: "" }], [{ x: 1 }]],
};

/** Returns the JSON of a value; integers are exact. */
function jsonOf(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** A row for each value and each null, in batches that also end within a byte of bits. */
function streamOf(type: ArrowType, batches: readonly (readonly unknown[])[], asJson: boolean) {
  const fields = [field("id", int(32, true)), { ...field("value", type), metadata: { a: "b" } }];
  const { open, shared, close } = arrowFrame(fields, { c: "d" });
  const rows = new ArrowRows(fields);
  const parts: Uint8Array[] = [open];
  const lines: string[] = [];
  for (const batch of batches) {
    const objects = batch.map((value, id) => ({ id, ...(value !== undefined && { value }) }));
    const texts = batch.map(
      (value, id) => `{"id":${id}${value === undefined ? "" : `, "value" : ${jsonOf(value)}`}}`,
    );
    if (asJson) rows.appendLines(Buffer.from(`${texts.join("\n")}\n`));
    else rows.append(objects);
    lines.push(...texts);
    parts.push(withoutShared(rows.take(), shared), shared);
  }
  parts.push(close);
  return { bytes: Buffer.concat(parts), lines: lines.join("\n") };
}

describe.each(Object.entries(types))("values of %s", (_name, [type, good, bad]) => {
  const many = Array.from({ length: 90 }, (_, at) => (at % 3 === 1 ? null : good[at % good.length]));
  const batches = [
    good,
    [...good, null, ...good],
    [null, undefined, ...good],
    [],
    Array.from({ length: 9 }, () => null),
    many,
    good,
  ];

  test.each([false, true])("are read as they were written, as JSON: %s", (asJson) => {
    const { bytes, lines } = streamOf(type, batches, asJson);
    const { read, difference } = compareFormats(bytes, lines);
    expect(difference).toBeUndefined();
    expect(read.batches).toEqual([...batches.map(({ length }) => length), 0]);
    expect(read.metadata).toEqual({ c: "d" });
    expect(read.fields[1]?.metadata).toMatchObject({ a: "b" });
  });

  test("fit it, and others do not and are refused with column and row", () => {
    expect(fitsArrow(type, [...good, null, undefined])).toBe(true);
    expect(bad.filter((value) => fitsArrow(type, [value]))).toEqual([]);
    const rows = () => {
      const started = new ArrowRows([field("value", type)]);
      started.append(good.map((value) => ({ value })));
      started.take();
      started.append([{ value: null }]);
      return started;
    };
    const refusal = new RegExp(
      `^Could not write the column "value" as Arrow: row ${good.length + 2} does not fit its type, expected .*, got .*\\. Request JSON or NDJSON\\.$`,
      "s",
    );
    for (const value of bad) {
      expect(() => rows().append([{ value }]), jsonOf(value)).toThrow(ArrowRowError);
      expect(() => rows().append([{ value }]), jsonOf(value)).toThrow(refusal);
      expect(() => rows().appendLines(Buffer.from(`{"value":${jsonOf(value)}}`)), jsonOf(value)).toThrow(
        refusal,
      );
    }
  });
});

test("columns that the schema does not have, or twice, are refused", () => {
  const rows = new ArrowRows([field("a", text), field("b", text)]);
  const refusal = (name: string) => `the column "${name}" first appeared, or appeared again`;
  expect(() => rows.append([{ a: "1", c: "2" }])).toThrow(refusal("c"));
  expect(() => rows.appendLines(Buffer.from('{"a":"1","c":"2"}'))).toThrow(refusal("c"));
  expect(() => new ArrowRows([field("a", text)]).appendLines(Buffer.from('{"a":"1","a":"2"}'))).toThrow(
    refusal("a"),
  );
});

test("members in any order, and names with escapes, are those of their columns", () => {
  const fields = ["a", "b", 'q"é'].map((name) => field(name, int(32, true)));
  const rows = new ArrowRows(fields);
  const lines = ['{"a":1,"b":2,"q\\"é":3}', '{"q\\"\\u00e9":3,"b":2,"a":1}', '{"b":5}', "{}"];
  rows.appendLines(Buffer.from(` ${lines.join(" \n\t")} \r\n`));
  expect([rows.rows, rows.size > 0]).toEqual([4, true]);
  const { open, shared, close } = arrowFrame(fields, {});
  const bytes = Buffer.concat([open, withoutShared(rows.take(), shared), shared, close]);
  expect(compareFormats(bytes, lines.join("\n")).difference).toBeUndefined();
  expect(rows.rows).toBe(0);
});

test("texts of JSON with any escapes are those of JSON.parse()", () => {
  const fields = [field("value", text)];
  const texts = [
    String.raw`"\"\\\/\b\f\n\r\t"`,
    String.raw`"é\u00e9\ud83d\ude00x\ty"`,
    String.raw`"\u0000"`,
    '""',
  ];
  const lines = texts.map((json) => `{"value":${json}}`).join("\n");
  const rows = new ArrowRows(fields);
  rows.appendLines(Buffer.from(lines));
  const { open, shared, close } = arrowFrame(fields, {});
  const bytes = Buffer.concat([open, withoutShared(rows.take(), shared), shared, close]);
  expect(compareFormats(bytes, lines).difference).toBeUndefined();
});

test("members of objects in any order are those of their columns, and missing ones are null", () => {
  const fields = [field("value", struct)];
  const values = [{ b: ["x"], a: 1 }, { b: [] }, { a: 2 }, {}, { a: 3, b: ["y"] }];
  const expected = [
    { a: 1, b: ["x"] },
    { a: null, b: [] },
    { a: 2, b: null },
    { a: null, b: null },
    values[4],
  ];
  const lines = (of: readonly unknown[]) => of.map((value) => JSON.stringify({ value })).join("\n");
  const objects = new ArrowRows(fields);
  objects.append(values.map((value) => ({ value })));
  const texts = new ArrowRows(fields);
  texts.appendLines(Buffer.from(lines(values)));
  const { open, shared, close } = arrowFrame(fields, {});
  for (const rows of [objects, texts]) {
    const bytes = Buffer.concat([open, withoutShared(rows.take(), shared), shared, close]);
    expect(compareFormats(bytes, lines(expected)).difference).toBeUndefined();
  }
});

test("a failed stream ends after a batch that says why, and without the mark of the end", () => {
  const fields = [field("a", text)];
  const { open, shared, mark } = arrowFrame(fields, {});
  const rows = new ArrowRows(fields);
  rows.append([{ a: "x" }]);
  const bytes = Buffer.concat([open, withoutShared(rows.take(), shared), shared, mark({ reason: "gone" })]);
  const { read } = compareFormats(bytes, '{"a":"x"}');
  expect([read.rows, read.mark]).toEqual([[['"x"']], { reason: "gone" }]);
  expect(read.fault).toBeDefined();
  expect(() => withoutShared(new ArrowRows([field("a", text), field("b", text)]).take(), shared)).toThrow(
    "it does not belong to the schema",
  );
});
