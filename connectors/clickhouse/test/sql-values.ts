import type { ValueColumn } from "@wellhead/test-support";

type Values = ValueColumn["values"];
type Told = ValueColumn["json"];

const text: Told = (shown) => JSON.stringify(shown);
const number: Told = (shown) => (/nan|inf/i.test(shown) ? "null" : shown);
/** The client shows times in UTC. */
const instant: Told = (shown) => JSON.stringify(`${shown.replace(" ", "T")}Z`);

const of = (type: string, json: Told, ...values: Values): ValueColumn => ({
  type: `Nullable(${type})`,
  json,
  values,
});

/** Values of the types of version 18, except those that hold others, which cannot be null. */
export const valueColumns: readonly ValueColumn[] = [
  of("Int8", number, "-128", "127"),
  of("UInt8", number, "255"),
  of("Int16", number, "-32768"),
  of("UInt16", number, "65535"),
  of("Int32", number, "-2147483648"),
  of("UInt32", number, "4294967295"),
  of("Int64", number, "-9223372036854775808", "9007199254740993", "0"),
  of("UInt64", number, "18446744073709551615", "9007199254740992"),
  of("Decimal(9, 2)", number, "12.5", "-0.05", "9999999.99"),
  of("Decimal(18, 4)", number, "'12345678901234.5678'"),
  of("Decimal(38, 10)", number, "'12345678901234567890.0000000001'", "'-0.0000000001'"),
  of("Float32", number, "0.1", "16777216", "123456.79"),
  of("Float64", number, "0.1", "1e300", "-1234567.5", "nan", "inf", "-inf", "0"),
  of("Date", text, "'2024-02-29'", "'1970-01-01'", "'2105-12-31'"),
  of("DateTime", instant, "'2024-02-29 12:34:56'", "'1990-01-01 00:00:00'"),
  of("String", text, "''", `'q" b\\\\ l\\n t\\t \\0'`, "'é😀'", "'NULL'", "' a '"),
  of("FixedString(4)", text, "'abcd'", "'é12'"),
  of("Enum8('' = 0, 'glad' = 1, 'sad \"q\"' = -2)", text, "'sad \"q\"'", "'glad'"),
  of("UUID", text, "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'"),
];
