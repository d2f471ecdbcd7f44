import {
  booleanData,
  doubleData,
  integerData,
  listData,
  textData,
} from "@wellhead/test-support/arrow/arrow-data";
import { firstSecond, lastSecond, moments } from "@wellhead/test-support/arrow/other-cases";
import { shownTable } from "@wellhead/test-support/arrow/shown-table";
import { type WrittenArrow, writeArrow } from "@wellhead/test-support/arrow/write-arrow";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import {
  type Data,
  DateDay,
  DateMillisecond,
  Decimal,
  Dictionary,
  Float32,
  Float64,
  Int32,
  makeData,
  TimeMicrosecond,
  TimestampMicrosecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint64,
  Utf8,
} from "apache-arrow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { UnsuitedValues } from "./loaded-column.js";

// Record batches of another library that must be read as JSON instead.

let results: Results;
let tables = 0;

beforeAll(async () => {
  results = await Results.open(engineThreads);
});
afterAll(() => results.close());

async function load(
  reading: WrittenArrow,
  declared: readonly { readonly id: string; readonly type: string }[] = [],
) {
  tables += 1;
  return shownTable(await results.load(reading, { schema: "t", name: `t${tables}`, declared }));
}

const declaredAs = (type: string) => (type === "" ? [] : [{ id: "x", type }]);
const json = { "ARROW:extension:name": "arrow.json" };
const digits = { "wellhead.type": "number" };

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
