import {
  booleanData,
  doubleData,
  integerData,
  listData,
  textData,
} from "@wellhead/test-support/arrow/arrow-data";
import { many } from "@wellhead/test-support/arrow/number-cases";
import {
  firstSecond,
  int64s,
  lastSecond,
  longText,
  moments,
  texts,
} from "@wellhead/test-support/arrow/other-cases";
import { shownTable } from "@wellhead/test-support/arrow/shown-table";
import { type WrittenArrow, writeArrow } from "@wellhead/test-support/arrow/write-arrow";
import {
  Binary,
  type Data,
  DateDay,
  DateMillisecond,
  Decimal,
  Dictionary,
  Duration,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float32,
  Float64,
  Int8,
  Int32,
  IntervalYearMonth,
  LargeUtf8,
  Map_,
  makeData,
  Null,
  Struct,
  TimeMicrosecond,
  TimestampMicrosecond,
  TimestampNanosecond,
  TimestampSecond,
  TimeUnit,
  Uint64,
  Utf8,
} from "apache-arrow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { UnsuitedValues } from "./loaded-column.js";

// Record batches of another library that must be read as JSON instead, and those of unusual shapes.

let results: Results;
let tables = 0;

beforeAll(async () => {
  results = await Results.open();
});
afterAll(() => results.close());

async function load(
  reading: Pick<WrittenArrow, "schema" | typeof Symbol.asyncIterator>,
  declared: readonly { readonly id: string; readonly type: string }[] = [],
  others: { readonly limit?: number; readonly undeclared?: "omit" } = {},
) {
  tables += 1;
  return shownTable(await results.load(reading, { schema: "t", name: `t${tables}`, declared, ...others }));
}

const declaredAs = (type: string) => (type === "" ? [] : [{ id: "x", type }]);
const json = { "ARROW:extension:name": "arrow.json" };
const digits = { "wellhead.type": "number" };

/** Returns a stream with other record batches. */
function withBatches({ schema }: WrittenArrow, batches: WrittenArrow["batches"]) {
  return {
    schema,
    async *[Symbol.asyncIterator]() {
      await Promise.resolve();
      yield* batches;
    },
  };
}

type UnsuitedCase = readonly [
  title: string,
  data: Data,
  declared: string,
  metadata: Readonly<Record<string, string>>,
];

/** Columns that JSON must say the values of, by type. */
const unsuited: readonly UnsuitedCase[] = [
  ["single precision", makeData({ type: new Float32(), length: 1, data: Float32Array.of(0.1) }), "", {}],
  ["times of day", integerData(new TimeMicrosecond(), 8, [1n]), "", {}],
  ["days in milliseconds", integerData(new DateMillisecond(), 8, [0n]), "", {}],
  ["decimals of 256 bits", integerData(new Decimal(2, 40, 256), 32, [1n]), "", {}],
  ["decimals with more digits after the point than in all", integerData(new Decimal(4, 2), 16, [1n]), "", {}],
  ["decimals with a negative scale", integerData(new Decimal(-1, 5), 16, [1n]), "", {}],
  ["days before the year 1000", integerData(new DateDay(), 4, [-354_286]), "", {}],
  ["days after the year 9999", integerData(new DateDay(), 4, [2_932_897]), "", {}],
  ["seconds before the year 1000", moments(new TimestampSecond(), firstSecond - 1n), "", {}],
  ["seconds after the year 9999", moments(new TimestampSecond(), lastSecond + 1n), "", {}],
  [
    "microseconds before the year 1000",
    moments(new TimestampMicrosecond(), firstSecond * 1_000_000n - 1n),
    "",
    {},
  ],
  [
    "microseconds after the year 9999",
    moments(new TimestampMicrosecond(), lastSecond * 1_000_000n + 1_000_000n),
    "",
    {},
  ],
  ["nanoseconds", moments(new TimestampNanosecond(), 1001n), "", {}],
  ["digits that are none", textData(["1", "NaN"]), "", digits],
  ["a null of JSON", textData(["null"]), "", json],
  ["an unknown extension", textData(["x"]), "", { "ARROW:extension:name": "other" }],
  ["integers with the extension of JSON", integerData(new Int32(), 4, [1]), "", json],
  [
    "a dictionary",
    makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      length: 1,
      data: Int32Array.of(0),
      dictionary: undefined as never,
    }),
    "",
    {},
  ],
  ["lists of days", listData([[1]], (items) => integerData(new DateDay(), 4, items)), "", {}],
  ["lists of short integers", listData([[1]], (items) => integerData(new Int32(), 4, items)), "", {}],
  [
    "lists of integers without a sign",
    listData([[1]], (items) => integerData(new Uint64(), 8, items)),
    "",
    {},
  ],
  ["truth values that are declared as text", booleanData([true]), "text", {}],
  ["integers that are declared as text", integerData(new Int32(), 4, [1]), "text", {}],
  ["decimals that are declared as text", integerData(new Decimal(2, 9), 16, [1n]), "text", {}],
  ["doubles that are declared as text", doubleData(new Float64(), [1]), "text", {}],
  ["days that are declared as text", integerData(new DateDay(), 4, [1]), "text", {}],
  ["times that are declared as text", moments(new TimestampSecond(), 1n), "text", {}],
  ["JSON that is declared as a number", textData(["1"]), "number", json],
  ["lists that are declared as text", listData([["a"]], textData as never), "text", {}],
  ["texts that are declared as truth values", textData(["true"]), "bool", {}],
  ["texts that are declared as ids", textData(["1"]), "id", {}],
  ["texts that the connector declares as ids", textData(["1"]), "", { "wellhead.type": "id" }],
];

test.each(unsuited)("%s must be read as JSON", async (_title, data, declared, metadata) => {
  await expect(
    load(writeArrow([{ name: "x", data: [data], metadata }]), declaredAs(declared)),
  ).rejects.toThrow(UnsuitedValues);
});

test("times and days beyond those of the engine may be under nulls", async () => {
  const beyond = 2n ** 62n;
  for (const type of [new TimestampSecond(), new TimestampMicrosecond(), new TimestampNanosecond()]) {
    const data = makeData({
      type,
      length: 2,
      nullCount: 1,
      nullBitmap: Uint8Array.of(2),
      data: BigInt64Array.of(beyond, 0n),
    });
    expect((await load(writeArrow([{ name: "x", data: [data] }]))).rows).toEqual([
      '{"x":null}',
      '{"x":"1970-01-01T00:00:00"}',
    ]);
  }
  const data = makeData({
    type: new DateDay(),
    length: 2,
    nullCount: 1,
    nullBitmap: Uint8Array.of(2),
    data: Int32Array.of(2 ** 31 - 1, 0),
  });
  expect((await load(writeArrow([{ name: "x", data: [data] }]))).rows).toEqual([
    '{"x":null}',
    '{"x":"1970-01-01"}',
  ]);
});

test("bits after those of the values do not matter", async () => {
  const nulls = { length: 2, nullCount: 1, nullBitmap: Uint8Array.of(0b1111_1101) };
  const valueOffsets = Int32Array.of(0, 1, 3);
  const data = makeData({ type: new Utf8(), ...nulls, valueOffsets, data: Buffer.from("abc") });
  const numbers = makeData({ type: new Int32(), ...nulls, data: Int32Array.of(1, 2) });
  const stream = writeArrow([
    { name: "x", data: [data] },
    { name: "y", data: [numbers] },
  ]);
  expect((await load(stream)).rows).toEqual(['{"x":"a","y":1}', '{"x":null,"y":null}']);
});

/** Columns of every type, before the column that is loaded. */
const before: readonly Data[] = [
  makeData({ type: new Null(), length: 2 }),
  booleanData([true, undefined]),
  textData(["a", "bc"], new Binary()),
  makeData({ type: new FixedSizeBinary(3), length: 2, data: new Uint8Array(6) }),
  makeData({
    type: new FixedSizeList(2, new Field("item", new Int8(), true)),
    length: 2,
    child: integerData(new Int8(), 1, [1, 2, 3, 4]),
  } as never),
  makeData({
    type: new Struct([new Field("a", new Utf8(), true), new Field("b", new Int8(), true)]),
    length: 2,
    nullCount: 0,
    children: [textData(["a", "b"]), integerData(new Int8(), 1, [1, 2])],
  }),
  makeData({
    type: new Map_(
      new Field(
        "entries",
        new Struct([new Field("key", new Utf8(), false), new Field("value", new Int32(), true)]),
        false,
      ) as never,
    ),
    length: 2,
    nullCount: 0,
    valueOffsets: Int32Array.of(0, 1, 1),
    child: makeData({
      type: new Struct([new Field("key", new Utf8(), false), new Field("value", new Int32(), true)]),
      length: 1,
      nullCount: 0,
      children: [textData(["k"]), integerData(new Int32(), 4, [1])],
    }),
  } as never),
  makeData({ type: new Duration(TimeUnit.SECOND), length: 2, data: new BigInt64Array(2) } as never),
  makeData({ type: new IntervalYearMonth(), length: 2, data: new Int32Array(2) } as never),
  makeData({
    type: new LargeUtf8(),
    length: 2,
    nullCount: 0,
    valueOffsets: BigInt64Array.of(0n, 1n, 2n),
    data: Buffer.from("ab"),
  } as never),
  listData([["a"], undefined], textData as never),
  integerData(new TimeMicrosecond(), 8, [1n, 2n]),
  doubleData(new Float64(), [1, 2]),
];

test("a column is found after columns of every type, which are not loaded", async () => {
  const columns = before.map((data, index) => ({ name: `c${index}`, data: [data] }));
  const stream = writeArrow([...columns, { name: "x", data: texts(["found", undefined]) }]);
  const declared = [{ id: "x", type: "text" }];
  const { rows } = await load(stream, declared, { undeclared: "omit" });
  expect(rows).toEqual(['{"x":"found"}', '{"x":null}']);
});

test("declared columns come first, and those that the stream does not have are null", async () => {
  const stream = writeArrow([
    { name: "a", data: texts(["1"]) },
    { name: "b", data: [integerData(new Int32(), 4, [2])] },
  ]);
  const declared = [
    { id: "b", type: "number" },
    { id: "c", type: "date" },
  ];
  expect((await load(stream, declared)).rows).toEqual(['{"b":2,"c":null,"a":"1"}']);
});

test("streams without rows, and without record batches, are tables with the columns", async () => {
  const stream = writeArrow([{ name: "x", data: [int64s([])] }]);
  for (const reading of [stream, withBatches(stream, [])]) {
    const { columns, rows } = await load(reading, [{ id: "x", type: "number" }]);
    expect([columns.map(({ type }) => type), rows]).toEqual([["BIGINT"], []]);
  }
});

test("columns with the same name must be read as JSON", async () => {
  const stream = writeArrow([
    { name: "a", data: texts(["1"]) },
    { name: "a", data: texts(["2"]) },
  ]);
  await expect(load(stream)).rejects.toThrow(UnsuitedValues);
});

test("a record batch that is shorter than its buffers must be read as JSON", async () => {
  const stream = writeArrow([{ name: "a", data: texts([longText(1000)]) }]);
  const cut = stream.batches.map(({ message, rows }) => ({
    rows,
    message: message.subarray(0, message.length - 64),
  }));
  await expect(load(withBatches(stream, cut))).rejects.toThrow(UnsuitedValues);
});

test("buffers of a message that begins anywhere in memory are read", async () => {
  const stream = writeArrow([{ name: "x", data: [int64s([1n, undefined, 3n])] }]);
  const moved = stream.batches.map(({ message, rows }) => {
    const memory = new Uint8Array(message.length + 3);
    memory.set(message, 3);
    return { rows, message: memory.subarray(3) };
  });
  expect((await load(withBatches(stream, moved))).rows).toEqual(['{"x":1}', '{"x":null}', '{"x":3}']);
});

test("a table has no more rows than were asked for", async () => {
  const stream = writeArrow([{ name: "x", data: texts(["a", "b"], ["c", "d"], ["e"]) }]);
  for (const limit of [0, 1, 3, 4, 5, 9])
    expect((await load(stream, [], { limit })).rows.length).toBe(Math.min(limit, 5));
});

test("rows of several row groups of the file keep their order and their nulls", async () => {
  const size = 50_000;
  const numbers = many(5, (batch) =>
    many(size, (index) => (batch % 2 === 0 && index % 1000 === batch ? undefined : batch * size + index)),
  );
  const data = numbers.map((values) => integerData(new Int32(), 4, values));
  const long = many(5, (batch) =>
    textData(many(size, (index) => (index % 500 === 0 ? longText(20_000) : `${batch}`))),
  );
  const stream = writeArrow([
    { name: "x", data },
    { name: "y", data: long },
  ]);
  const { rows } = await load(stream);
  const expected = numbers.flatMap((values, batch) =>
    values.map((value, index) =>
      JSON.stringify({ x: value ?? null, y: index % 500 === 0 ? longText(20_000) : `${batch}` }),
    ),
  );
  expect(rows.length).toBe(expected.length);
  expect(rows.findIndex((row, index) => row !== expected[index])).toBe(-1);
});
