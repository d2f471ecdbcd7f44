import {
  type Data,
  Decimal,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
} from "apache-arrow";
import { doubleData, integerData, type Values } from "./arrow-data.js";

/** A column, its JSON, and the type that its table has if nobody declares it; empty if the JSON decides. */
export type ColumnCase = readonly [
  title: string,
  data: readonly Data[],
  json: readonly string[],
  type: string,
];

function decimal(precision: number, scale: number, ...batches: readonly Values<bigint>[]): Data[] {
  return batches.map((values) => integerData(new Decimal(scale, precision), 16, values));
}

function doubles(...batches: readonly Values<number>[]): readonly Data[] {
  return batches.map((values) => doubleData(new Float64(), values));
}

/** Returns the JSON of values. */
export function asJson(values: Values<unknown>): readonly string[] {
  return values.map((value) => JSON.stringify(value) ?? "null");
}

/** Returns so many values that their marks have several bytes, the last of them not full. */
export function many<Value>(count: number, value: (index: number) => Value): readonly Value[] {
  return Array.from({ length: count }, (_unused, index) => value(index));
}

/** Integers of all widths. */
export const integerCases: readonly ColumnCase[] = [
  ["8 bits", [integerData(new Int8(), 1, [-128, 127, undefined, 0])], ["-128", "127", "null", "0"], "BIGINT"],
  [
    "8 bits without a sign",
    [integerData(new Uint8(), 1, [255, undefined, 0])],
    ["255", "null", "0"],
    "BIGINT",
  ],
  [
    "16 bits",
    [integerData(new Int16(), 2, [-32_768, 32_767, undefined])],
    ["-32768", "32767", "null"],
    "BIGINT",
  ],
  ["16 bits without a sign", [integerData(new Uint16(), 2, [65_535, 1])], ["65535", "1"], "BIGINT"],
  [
    "32 bits",
    [integerData(new Int32(), 4, [-(2 ** 31), undefined, 2 ** 31 - 1])],
    ["-2147483648", "null", "2147483647"],
    "BIGINT",
  ],
  [
    "32 bits without a sign",
    [integerData(new Uint32(), 4, [2 ** 32 - 1, undefined, 2 ** 31])],
    ["4294967295", "null", "2147483648"],
    "BIGINT",
  ],
  [
    "64 bits",
    [integerData(new Int64(), 8, [-(2n ** 63n), undefined, 2n ** 63n - 1n])],
    ["-9223372036854775808", "null", "9223372036854775807"],
    "BIGINT",
  ],
  [
    "64 bits, of which two batches have nulls",
    [
      integerData(new Int64(), 8, [1]),
      integerData(new Int64(), 8, [undefined, undefined]),
      integerData(new Int64(), 8, [undefined, 2]),
    ],
    ["1", "null", "null", "null", "2"],
    "BIGINT",
  ],
  [
    "64 bits without a sign",
    [integerData(new Uint64(), 8, [2n ** 64n - 1n, 0])],
    ["18446744073709551615", "0"],
    "HUGEINT",
  ],
  [
    "64 bits without a sign, which only a null uses",
    [integerData(new Uint64(), 8, [2n ** 63n - 1n, undefined])],
    ["9223372036854775807", "null"],
    "BIGINT",
  ],
  [
    "64 bits without a sign, the first of which only a later batch uses",
    [integerData(new Uint64(), 8, [7, undefined]), integerData(new Uint64(), 8, [2n ** 63n])],
    ["7", "null", "9223372036854775808"],
    "HUGEINT",
  ],
  ["nulls", [integerData(new Int32(), 4, [undefined, undefined])], ["null", "null"], "VARCHAR"],
  [
    "many",
    [
      integerData(
        new Int16(),
        2,
        many(1003, (index) => (index % 3 === 0 ? undefined : index - 500)),
      ),
    ],
    asJson(many(1003, (index) => (index % 3 === 0 ? undefined : index - 500))),
    "BIGINT",
  ],
];

/** Decimals. */
export const decimalCases: readonly ColumnCase[] = [
  [
    "few digits",
    decimal(9, 2, [-105n, 0n, undefined, 123_456_789n]),
    ["-1.05", "0.00", "null", "1234567.89"],
    "DECIMAL(9,2)",
  ],
  ["no fraction", decimal(18, 0, [-(10n ** 18n - 1n), 7n]), ["-999999999999999999", "7"], "BIGINT"],
  [
    "18 digits",
    decimal(18, 6, [-(10n ** 18n - 1n), undefined, 1n]),
    ["-999999999999.999999", "null", "0.000001"],
    "DECIMAL(18,6)",
  ],
  [
    "19 digits",
    decimal(19, 6, [-(10n ** 19n - 1n), undefined, 1n]),
    ["-9999999999999.999999", "null", "0.000001"],
    "DECIMAL(19,6)",
  ],
  [
    "38 digits",
    decimal(38, 10, [10n ** 38n - 1n, undefined, -1n, 1n - 10n ** 38n]),
    [
      "9999999999999999999999999999.9999999999",
      "null",
      "-0.0000000001",
      "-9999999999999999999999999999.9999999999",
    ],
    "DECIMAL(38,10)",
  ],
  [
    "only a fraction",
    decimal(38, 38, [1n, undefined, 10n ** 37n]),
    [`0.${"0".repeat(37)}1`, "null", `0.1${"0".repeat(37)}`],
    "DECIMAL(38,38)",
  ],
  [
    "growing",
    decimal(20, 2, [1n, 99n, 100n, 999n, 1000n], [99_999n, 100_000n, -(10n ** 15n)]),
    ["0.01", "0.99", "1.00", "9.99", "10.00", "999.99", "1000.00", "-10000000000000.00"],
    "DECIMAL(16,2)",
  ],
  [
    "more and more words of 32 bits",
    decimal(38, 2, [5n, 2n ** 32n, 2n ** 64n], [1n, 2n ** 96n], [-(2n ** 100n)]),
    [
      "0.05",
      "42949672.96",
      "184467440737095516.16",
      "0.01",
      "792281625142643375935439503.36",
      "-12676506002282294014967032053.76",
    ],
    "DECIMAL(31,2)",
  ],
  [
    "integers of 38 digits",
    decimal(38, 0, [10n ** 37n, 2n ** 64n, -(2n ** 96n), 2n ** 32n]),
    [String(10n ** 37n), String(2n ** 64n), String(-(2n ** 96n)), String(2n ** 32n)],
    "HUGEINT",
  ],
  [
    "many",
    decimal(
      12,
      3,
      many(700, (index) => (index % 5 === 1 ? undefined : BigInt(index) ** 3n)),
    ),
    many(700, (index) =>
      index % 5 === 1
        ? "null"
        : `${Math.floor(index ** 3 / 1000)}.${String(index ** 3 % 1000).padStart(3, "0")}`,
    ),
    "DECIMAL(9,3)",
  ],
];

/** Doubles with as many digits after the point, which are the same integers with other ones before it. */
const sixPlaces = [0.000_001, 123.456_789, 1234.5, 99_999_999.999_999];
const fractions: readonly Values<number>[] = [
  [0, 1, -7, 250],
  [0.5, 1.25, undefined, -100],
  [100, 0.1, 99.99],
  sixPlaces,
  [0.000_000_1],
  [1 / 3, 0.1 + 0.2],
  [999_999_999_999_999, 0.5],
  [1e15, 1e16, 123_456_789_012_345_680],
  // Beyond fifteen digits, the engine's own conversion to a decimal is not exact.
  [1_234_567_890_123_456.5, 0.5],
  [123_456_789_012_345.67, 2_251_799_813_685_249.5, 0.25],
  [9_007_199_254_740_991, 4_007_199_254_740_993.5],
  [562_949_953_421_312.1, 70_368_744_177_664.02],
  [1e300, -1e-300, 5e-324],
  [-0, 1],
  [-0],
];

/** Doubles. */
export const doubleCases: readonly ColumnCase[] = [
  ...fractions.map(
    (values): ColumnCase => [
      `like ${String(values[0])}`,
      doubles(values),
      values.map((value) => (Object.is(value, -0) ? "-0.0" : (JSON.stringify(value) ?? "null"))),
      "",
    ],
  ),
  [
    "which are not finite",
    doubles([Number.NaN, 1.5], [Infinity, -Infinity, undefined]),
    ["null", "1.5", "null", "null", "null"],
    "DECIMAL(2,1)",
  ],
  [
    "only some of which are not finite and none short",
    doubles([Number.NaN, 1e-9, 0.1 + 0.2]),
    ["null", "1e-9", "0.30000000000000004"],
    "",
  ],
  [
    "in batches with more and more places",
    doubles([1, 2], [0.5, undefined], [1000, 0.125]),
    ["1", "2", "0.5", "null", "1000", "0.125"],
    "DECIMAL(7,3)",
  ],
  ["nulls", doubles([undefined, undefined]), ["null", "null"], "VARCHAR"],
];
