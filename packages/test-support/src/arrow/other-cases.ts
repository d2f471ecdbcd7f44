import {
  type Data,
  type DataType,
  DateDay,
  Float64,
  Int64,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
} from "apache-arrow";
import { booleanData, doubleData, integerData, listData, textData, type Values } from "./arrow-data.js";
import { asJson, type ColumnCase, many } from "./number-cases.js";

/** Writes texts in batches. */
export function texts(...batches: readonly Values<string>[]): readonly Data[] {
  return batches.map((values) => textData(values));
}

/** Returns a text of so many bytes, none of which is ASCII. */
export function longText(length: number): string {
  return "é".repeat(length / 2);
}

const days = [-354_285, 0, undefined, 2_932_896];

/** Writes times, as counts of their unit. */
export function moments(type: DataType, ...values: Values<bigint>): Data {
  return integerData(type, 8, values);
}

/** The first second of the year 1000, and the last one of 9999. */
export const firstSecond = -354_285n * 86_400n;
export const lastSecond = 2_932_897n * 86_400n - 1n;

/** Days and times. */
export const timeCases: readonly ColumnCase[] = [
  [
    "days",
    [integerData(new DateDay(), 4, days)],
    ['"1000-01-01"', '"1970-01-01"', "null", '"9999-12-31"'],
    "DATE",
  ],
  [
    "seconds",
    [moments(new TimestampSecond(), firstSecond, undefined, lastSecond)],
    ['"1000-01-01T00:00:00"', "null", '"9999-12-31T23:59:59"'],
    "TIMESTAMP",
  ],
  [
    "milliseconds",
    [moments(new TimestampMillisecond(), firstSecond * 1000n, 1n, lastSecond * 1000n + 999n)],
    ['"1000-01-01T00:00:00"', '"1970-01-01T00:00:00.001"', '"9999-12-31T23:59:59.999"'],
    "TIMESTAMP",
  ],
  [
    "microseconds",
    [
      moments(
        new TimestampMicrosecond(),
        firstSecond * 1_000_000n,
        undefined,
        lastSecond * 1_000_000n + 999_999n,
      ),
    ],
    ['"1000-01-01T00:00:00"', "null", '"9999-12-31T23:59:59.999999"'],
    "TIMESTAMP",
  ],
  [
    "nanoseconds",
    [moments(new TimestampNanosecond(), -1000n, undefined, 1_700_000_000_000_001_000n)],
    ['"1969-12-31T23:59:59.999999"', "null", '"2023-11-14T22:13:20.000001"'],
    "TIMESTAMP",
  ],
  [
    "instants in seconds",
    [moments(new TimestampSecond("UTC"), 0n, undefined)],
    ['"1970-01-01T00:00:00Z"', "null"],
    "TIMESTAMPTZ",
  ],
  [
    "instants in microseconds",
    [moments(new TimestampMicrosecond("UTC"), 1n)],
    ['"1970-01-01T00:00:00.000001Z"'],
    "TIMESTAMPTZ",
  ],
  [
    "instants in nanoseconds",
    [moments(new TimestampNanosecond("UTC"), 1000n)],
    ['"1970-01-01T00:00:00.000001Z"'],
    "TIMESTAMPTZ",
  ],
  ["nulls", [moments(new TimestampSecond("UTC"), undefined)], ["null"], "VARCHAR"],
  ["null days", [integerData(new DateDay(), 4, [undefined])], ["null"], "VARCHAR"],
];

const written: readonly Values<string>[] = [
  ["a", "", undefined, "Zürich 東京 😀", 'say "hi"\n\\'],
  ["", ""],
  ["only"],
  many(129, (index) => "x".repeat(index % 7)),
  many(257, (index) => (index % 4 === 2 ? undefined : String(index))),
  [longText(300), "", longText(70_000), undefined, "b"],
  ["2024-01-31", undefined, "2023-02-28"],
  ["2024-01-31T08:30:00", "2024-01-31T08:30:00.5"],
  ["2024-01-31T08:30:00Z"],
  ["2024-01-31", "2024-01-31T08:30:00Z"],
  ["2024-01-31", "x"],
  ["1", "2.5"],
  [undefined, undefined],
];

/** Texts. */
export const textCases: readonly ColumnCase[] = [
  ...written.map(
    (values): ColumnCase => [`like ${String(values[0]).slice(0, 20)}`, texts(values), asJson(values), ""],
  ),
  [
    "in batches, of which the last ones have nulls",
    texts(["a", "bc"], [undefined], ["d", undefined, "efg"]),
    asJson(["a", "bc", undefined, "d", undefined, "efg"]),
    "VARCHAR",
  ],
  [
    "days in one batch, texts in another",
    texts(["2024-01-31"], ["x"]),
    asJson(["2024-01-31", "x"]),
    "VARCHAR",
  ],
];

/** Truth values. */
export const booleanCases: readonly ColumnCase[] = [
  ["some", [booleanData([true, false, true])], ["true", "false", "true"], "BOOLEAN"],
  [
    "with nulls",
    [booleanData([undefined, false, true, undefined, false, true, false, false, undefined, true])],
    ["null", "false", "true", "null", "false", "true", "false", "false", "null", "true"],
    "BOOLEAN",
  ],
  [
    "many",
    [booleanData(many(1001, (index) => (index % 7 === 0 ? undefined : index % 3 === 0)))],
    asJson(many(1001, (index) => (index % 7 === 0 ? undefined : index % 3 === 0))),
    "BOOLEAN",
  ],
  [
    "many without nulls",
    [booleanData(many(21, (index) => index % 3 === 0)), booleanData([undefined, true])],
    asJson([...many(21, (index) => index % 3 === 0), undefined, true]),
    "BOOLEAN",
  ],
  ["nulls", [booleanData([undefined])], ["null"], "VARCHAR"],
];

function listed<Value>(
  write: (items: Values<Value>) => Data,
  ...batches: readonly Values<Values<Value>>[]
): readonly Data[] {
  return batches.map((values) => listData(values, write));
}

/** Writes integers of 64 bits. */
export function int64s(items: Values<bigint | number>): Data {
  return integerData(new Int64(), 8, items);
}

/** Lists. */
export const listCases: readonly ColumnCase[] = [
  [
    "texts",
    listed<string>(
      textData,
      [["a", undefined, 'b"\\\n'], [], undefined, ["", "é😀\u0001\u001f\u007f"]],
      [undefined, ["x"]],
    ),
    ['["a",null,"b\\"\\\\\\n"]', "[]", "null", '["","é😀\\u0001\\u001f\u007f"]', "null", '["x"]'],
    "JSON",
  ],
  [
    "integers",
    listed<bigint | number>(int64s, [[2n ** 63n - 1n, undefined], [], undefined, [-5, 0]]),
    ["[9223372036854775807,null]", "[]", "null", "[-5,0]"],
    "JSON",
  ],
  [
    "doubles",
    listed<number>((items) => doubleData(new Float64(), items), [[0.5, undefined, Number.NaN, 1e21], [-2]]),
    ["[0.5,null,null,1e+21]", "[-2]"],
    "JSON",
  ],
  [
    "truth values",
    listed<boolean>(booleanData, [[true, false, undefined], [], many(11, (index) => index % 2 === 0)]),
    ["[true,false,null]", "[]", `[${many(11, (index) => String(index % 2 === 0)).join(",")}]`],
    "JSON",
  ],
  [
    "many texts",
    listed<string>(textData, [many(3, () => '"'.repeat(40_000)), many(2000, (index) => String(index))]),
    [JSON.stringify(many(3, () => '"'.repeat(40_000))), JSON.stringify(many(2000, (index) => String(index)))],
    "JSON",
  ],
  [
    "texts whose JSON fills the memory for it",
    listed<string>(textData, [["", "\u0001".repeat(10_922)]]),
    [JSON.stringify(["", "\u0001".repeat(10_922)])],
    "JSON",
  ],
  ["nulls", listed<string>(textData, [undefined, undefined]), ["null", "null"], "VARCHAR"],
];
