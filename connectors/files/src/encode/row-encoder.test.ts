import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { spareBuffers } from "@wellhead/rows";
import { hostileStrings, sqlText } from "@wellhead/test-support/rows/hostile-strings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transportOf } from "./chunks/transport.js";
import { RowEncoder } from "./row-encoder.js";

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
});

afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** Writes the rows of a SELECT as a source does. */
async function encode(
  select: string,
  format: "json" | "csv" = "json",
  formulaEscape = false,
): Promise<string> {
  const prepared = await connection.prepare(select);
  const columns = Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: prepared.columnName(index),
    type: prepared.columnType(index),
  }));
  const list = columns.map(({ name, type }) => {
    const { cast, asJson } = transportOf(type);
    const quoted = `"${name.replaceAll('"', '""')}"`;
    if (asJson) return `to_json(${quoted})`;
    return cast === undefined ? quoted : `CAST(${quoted} AS ${cast})`;
  });
  const separator = format === "json" ? "," : "\r\n";
  const encoder = new RowEncoder(columns, { format, separator, formulaEscape });
  const result = await connection.stream(`SELECT ${list.join(", ")} FROM (${select})`);
  const batches: string[] = [];
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    for (const { bytes, release } of encoder.encode(chunk.chunk)) {
      batches.push(Buffer.from(bytes).toString());
      release?.();
    }
  }
  for (const { bytes } of encoder.finish()) batches.push(Buffer.from(bytes).toString());
  return batches.join(separator);
}

async function value(expression: string): Promise<string> {
  const text = await encode(`SELECT ${expression} AS v`);
  return text.slice('{"v":'.length, -1);
}

describe("RowEncoder", () => {
  it.each([
    ["true", "true"],
    ["NULL::BOOLEAN", "null"],
    ["'-128'::TINYINT", "-128"],
    ["255::UTINYINT", "255"],
    ["'-32768'::SMALLINT", "-32768"],
    ["65535::USMALLINT", "65535"],
    ["'-2147483648'::INTEGER", "-2147483648"],
    ["4294967295::UINTEGER", "4294967295"],
    ["9007199254740993::BIGINT", "9007199254740993"],
    ["'-9223372036854775808'::BIGINT", "-9223372036854775808"],
    ["18446744073709551615::UBIGINT", "18446744073709551615"],
    ["170141183460469231731687303715884105727::HUGEINT", "170141183460469231731687303715884105727"],
    ["'-170141183460469231731687303715884105728'::HUGEINT", "-170141183460469231731687303715884105728"],
    ["340282366920938463463374607431768211455::UHUGEINT", "340282366920938463463374607431768211455"],
    [
      "'123456789012345678901234567890123456789012345'::BIGNUM",
      "123456789012345678901234567890123456789012345",
    ],
    ["0.1::FLOAT", "0.1"],
    ["16777216::FLOAT", "16777216"],
    ["1e300::DOUBLE", "1e+300"],
    ["0.1::DOUBLE", "0.1"],
    ["12.5::DOUBLE", "12.5"],
    ["-0.0001::DOUBLE", "-0.0001"],
    ["123456789.123456::DOUBLE", "123456789.123456"],
    ["'-0'::DOUBLE", "-0.0"],
    ["'nan'::DOUBLE", "null"],
    ["'-inf'::DOUBLE", "null"],
    ["'inf'::FLOAT", "null"],
    ["1.5::DECIMAL(4,2)", "1.50"],
    ["-0.05::DECIMAL(9,2)", "-0.05"],
    ["1234567890.12::DECIMAL(12,2)", "1234567890.12"],
    ["-9999999999999999.99::DECIMAL(18,2)", "-9999999999999999.99"],
    ["0.000000000000000001::DECIMAL(18,18)", "0.000000000000000001"],
    ["-99999999999999999999999999999999999.999::DECIMAL(38,3)", "-99999999999999999999999999999999999.999"],
    ["7::DECIMAL(38,0)", "7"],
    ["DATE '2024-02-29'", '"2024-02-29"'],
    ["DATE '0001-01-01'", '"0001-01-01"'],
    ["DATE '10000-01-01'", '"+010000-01-01"'],
    ["DATE '0044-03-15 (BC)'", '"-000043-03-15"'],
    ["'infinity'::DATE", "null"],
    ["TIME '23:59:59.000001'", '"23:59:59.000001"'],
    ["TIME '00:00:00'", '"00:00:00"'],
    ["TIMESTAMP '2024-01-02 03:04:05'", '"2024-01-02T03:04:05"'],
    ["TIMESTAMP '2024-01-02 03:04:05.120'", '"2024-01-02T03:04:05.120"'],
    ["TIMESTAMP '1969-12-31 23:59:59.999999'", '"1969-12-31T23:59:59.999999"'],
    ["TIMESTAMP '290000-01-01 00:00:00'", '"+290000-01-01T00:00:00"'],
    ["'-infinity'::TIMESTAMP", "null"],
    ["TIMESTAMP_S '2024-01-02 03:04:05'", '"2024-01-02T03:04:05"'],
    ["TIMESTAMP_MS '2024-01-02 03:04:05.006'", '"2024-01-02T03:04:05.006"'],
    ["TIMESTAMP_NS '2024-01-02 03:04:05.123456789'", '"2024-01-02T03:04:05.123456789"'],
    ["TIMESTAMP_NS '1960-01-02 03:04:05.000000001'", '"1960-01-02T03:04:05.000000001"'],
    ["TIMESTAMPTZ '2024-01-02 03:04:05.5+02'", '"2024-01-02T01:04:05.500Z"'],
    ["TIMETZ '12:34:56+02'", '"12:34:56+02"'],
    ["INTERVAL '1 year 2 days 03:04:05'", '"1 year 2 days 03:04:05"'],
    ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID", '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
    ["'\\x00\\xFF'::BLOB", '"AP8="'],
    ["''::BLOB", '""'],
    ["'b'::ENUM('a', 'b')", '"b"'],
    ["'10110'::BIT", '"10110"'],
    ["NULL", "null"],
    ["''", '""'],
    ["'a\"b\\c' || chr(10) || chr(1) || chr(127)", '"a\\"b\\\\c\\n\\u0001\u007f"'],
    ["[1, NULL, 3]", "[1,null,3]"],
    ["[]::INTEGER[]", "[]"],
    ["[['a'], [], NULL]", '[["a"],[],null]'],
    ["[1.5, 2]::DOUBLE[2]", "[1.5,2]"],
    ["{'a': 1, 'b': {'c': TIMESTAMP '2024-01-02 03:04:05'}}", '{"a":1,"b":{"c":"2024-01-02T03:04:05"}}'],
    ["{'i': INTERVAL '1 day', 'u': ['x'::ENUM('x')]}", '{"i":"1 day","u":["x"]}'],
    ["MAP {'k': 1, 'l': NULL}", '{"k":1,"l":null}'],
    ["MAP {1: 'a'}", '{"1":"a"}'],
    ["NULL::STRUCT(a INTEGER)", "null"],
    ['\'{"a": [1, 2.50, "x\\n"]}\'::JSON', '{"a":[1,2.50,"x\\n"]}'],
    ["union_value(num := 1.5::DOUBLE)", '{"num":1.5}'],
    ["union_value(num := 'nan'::DOUBLE)", '{"num":null}'],
  ])("encode() writes %s as %s", async (expression, expected) => {
    expect(await value(expression)).toBe(expected);
  });

  it("encode() leaves a struct without names to the engine", async () => {
    expect(JSON.parse(await value("row(1, 'a')"))).toBeTypeOf("object");
  });

  it("encode() writes cells of CSV with quotes where they need them", async () => {
    const select =
      "SELECT 1 AS a, 'x,y' AS b, NULL AS c, 'say \"hi\"' AS d, [1, 2] AS e, DATE '2024-01-02' AS f, '' AS g";
    expect(await encode(select, "csv")).toBe('1,"x,y",,"say ""hi""","[1,2]",2024-01-02,""');
    expect(await encode("SELECT NULL AS a FROM range(2)", "csv")).toBe('""\r\n""');
  });

  it("encode() makes formulas text when it is told to, numbers never", async () => {
    const select = `SELECT * FROM (VALUES ('=1+1', -1), ('+1', -2), ('-1', NULL), ('@a,"b"', 1), (chr(9) || 'a', 1),
      (chr(13) || 'a', 1), ('a=1', 1), ('', 1), ('=', 1)) t(a, b)`;
    expect(await encode(select, "csv", true)).toBe(
      ["'=1+1,-1", "'+1,-2", "'-1,", `"'@a,""b""",1`, "'\ta,1", `"'\ra",1`, "a=1,1", '"",1', "'=,1"].join(
        "\r\n",
      ),
    );
    expect(await encode("SELECT '\\xFB'::BLOB AS a, [-1] AS b, '-1'::JSON AS c", "csv", true)).toBe(
      "'+w==,[-1],-1",
    );
    expect(await encode("SELECT '=1+1' AS a", "csv")).toBe("=1+1");
    expect(await encode("SELECT '=1+1' AS a", "json", true)).toBe('{"a":"=1+1"}');
  });

  it("encode() puts the separator between rows of all chunks and nowhere else", async () => {
    const text = await encode("SELECT i FROM range(5000) t(i)");
    expect((JSON.parse(`[${text}]`) as unknown[]).length).toBe(5000);
  });

  it("encode() survives text of every length around its fast paths", async () => {
    const select =
      "SELECT i, repeat('x', i) || CASE WHEN i % 3 = 0 THEN '\"' ELSE '' END || repeat('é', i % 7) AS t FROM range(3000) t(i)";
    for (const row of JSON.parse(`[${await encode(select)}]`) as ReadonlyArray<{ i: number; t: string }>) {
      expect(row.t).toBe("x".repeat(row.i) + (row.i % 3 === 0 ? '"' : "") + "é".repeat(row.i % 7));
    }
  });

  it("encode() writes every hostile text as JSON that parses back to it", async () => {
    const rows = hostileStrings.map((text) => `(${sqlText(text)})`).join(", ");
    const parsed = JSON.parse(`[${await encode(`SELECT * FROM (VALUES ${rows}) t(v)`)}]`) as unknown[];
    expect(parsed).toEqual(hostileStrings.map((v) => ({ v })));
  });
});

it("a batch that is released twice returns its memory once", async () => {
  const encoder = new RowEncoder([], { format: "csv", separator: "\r\n" });
  const result = await connection.stream("SELECT 1");
  const chunk = await result.fetchChunk();
  if (chunk === null) throw new TypeError("expected a chunk");
  const [batch] = [...encoder.encode(chunk.chunk), ...encoder.finish()];
  const size = batch?.bytes.buffer.byteLength ?? 0;
  batch?.release?.();
  batch?.release?.();
  expect(spareBuffers.take(size).buffer).not.toBe(spareBuffers.take(size).buffer);
});
