import {
  booleanData,
  doubleData,
  integerData,
  listData,
  textData,
} from "@wellhead/test-support/arrow/arrow-data";
import { many } from "@wellhead/test-support/arrow/number-cases";
import { int64s, longText, texts } from "@wellhead/test-support/arrow/other-cases";
import { shownTable } from "@wellhead/test-support/arrow/shown-table";
import { type WrittenArrow, writeArrow } from "@wellhead/test-support/arrow/write-arrow";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import {
  Binary,
  type Data,
  Duration,
  Field,
  FixedSizeBinary,
  FixedSizeList,
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
  TimeUnit,
  Utf8,
} from "apache-arrow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { UnsuitedValues } from "./loaded-column.js";

// Record batches of another library whose number, columns or memory are unusual.

let results: Results;
let tables = 0;

beforeAll(async () => {
  results = await Results.open(engineThreads);
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
