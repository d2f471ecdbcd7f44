import { type DuckDBConnection, DuckDBInstance, VARCHAR } from "@duckdb/node-api";
import { hostileStrings, sqlText } from "@wellhead/test-support/rows/hostile-strings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChunkEncoder } from "./chunks/chunk-encoder.js";
import type { EncodedColumn } from "./chunks/encoded-column.js";
import { transportOf } from "./chunks/transport.js";
import { RowEncoder } from "./row-encoder.js";
import { rowText } from "./row-text.js";
import { TextEncoder } from "./text-encoder.js";

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

async function columnsOf(select: string): Promise<readonly EncodedColumn[]> {
  const prepared = await connection.prepare(select);
  return Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: prepared.columnName(index),
    type: prepared.columnType(index),
  }));
}

/** Writes the rows of a SELECT in batches joined as the server joins them. */
async function write(select: string, encoder: ChunkEncoder): Promise<{ text: string; rows: number }> {
  const result = await connection.stream(select);
  const batches: string[] = [];
  let rows = 0;
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    for (const batch of encoder.encode(chunk.chunk)) {
      batches.push(Buffer.from(batch.bytes).toString());
      batch.release?.();
      rows += batch.rows;
    }
  }
  for (const batch of encoder.finish()) batches.push(Buffer.from(batch.bytes).toString());
  return { text: batches.join(","), rows };
}

async function writeByEngine(select: string): Promise<{ text: string; rows: number }> {
  const text = rowText(await columnsOf(select), ",");
  if (text === undefined) throw new Error("Could not write rows: the engine does not write the type");
  return write(`SELECT ${text} FROM (${select})`, new TextEncoder(","));
}

async function writeByCells(select: string): Promise<string> {
  const columns = await columnsOf(select);
  const list = columns.map(({ type, name }) => {
    const { cast } = transportOf(type);
    return cast === undefined ? name : `CAST(${name} AS ${cast})`;
  });
  const encoder = new RowEncoder(columns, { format: "json", separator: "," });
  return (await write(`SELECT ${list.join(", ")} FROM (${select})`, encoder)).text;
}

describe("rowText()", () => {
  it.each([
    "true",
    "NULL::BOOLEAN",
    "'-128'::TINYINT",
    "9007199254740993::BIGINT",
    "18446744073709551615::UBIGINT",
    "'-170141183460469231731687303715884105728'::HUGEINT",
    "340282366920938463463374607431768211455::UHUGEINT",
    "0.1::FLOAT",
    "16777216::FLOAT",
    "1e300::DOUBLE",
    "5e-324::DOUBLE",
    "0.1::DOUBLE",
    "3::DOUBLE",
    "-9007199254740991::DOUBLE",
    "'-0'::DOUBLE",
    "0::DOUBLE",
    "'nan'::DOUBLE",
    "'-inf'::DOUBLE",
    "'inf'::FLOAT",
    "1.5::DECIMAL(4,2)",
    "-0.05::DECIMAL(9,2)",
    "-9999999999999999.99::DECIMAL(18,2)",
    "-99999999999999999999999999999999999.999::DECIMAL(38,3)",
    "7::DECIMAL(38,0)",
    "DATE '2024-02-29'",
    "DATE '0001-01-01'",
    "DATE '9999-12-31'",
    "DATE '10000-01-01'",
    "DATE '0001-12-31 (BC)'",
    "DATE '0002-12-31 (BC)'",
    "DATE '0044-03-15 (BC)'",
    "'infinity'::DATE",
    "'-infinity'::DATE",
    "TIME '23:59:59.000001'",
    "TIME '23:59:59.12'",
    "TIME '00:00:00'",
    "TIMESTAMP '2024-01-02 03:04:05'",
    "TIMESTAMP '2024-01-02 03:04:05.120'",
    "TIMESTAMP '1969-12-31 23:59:59.999999'",
    "TIMESTAMP '1969-12-31 23:59:59.9'",
    "TIMESTAMP '0044-03-15 (BC) 01:02:03.5'",
    "TIMESTAMP '290000-01-01 00:00:00'",
    "'-infinity'::TIMESTAMP",
    "TIMESTAMP_NS '2024-01-02 03:04:05.123456789'",
    "TIMESTAMP_NS '2024-01-02 03:04:05.12'",
    "TIMESTAMP_NS '1960-01-02 03:04:05.000000001'",
    "'infinity'::TIMESTAMP_NS",
    "TIMESTAMPTZ '2024-01-02 03:04:05.5+02'",
    "TIMESTAMPTZ '290000-01-01 00:00:00+00'",
    "'infinity'::TIMESTAMPTZ",
    "INTERVAL '1 year 2 days 03:04:05'",
    "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID",
    "'\\x00\\xFF'::BLOB",
    "''::BLOB",
    "'b'::ENUM('a', 'b')",
    "'10110'::BIT",
    "''",
    "'a\"b\\c/' || chr(10) || chr(1) || chr(127) || chr(0) || chr(8) || chr(12) || chr(13) || chr(9) || 'é😀'",
    "[1, NULL, 3]",
    "[]::INTEGER[]",
    "[['a\"'], [], NULL]",
    "[1, 2]::INTEGER[2]",
    "{'a': 1, 'b \"': {'c': ['x', NULL]}}",
    "MAP {'k': 1, 'l': NULL}",
    "NULL::STRUCT(a INTEGER)",
    "['x'::ENUM('x')]",
  ])("writes %s as the cells do", async (value) => {
    const select = `SELECT ${value} AS v, NULL::INTEGER AS n`;
    expect((await writeByEngine(select)).text).toBe(await writeByCells(select));
  });

  it.each([
    "'{\"a\":1}'::JSON",
    "union_value(n := 1)",
    "[1.5::DOUBLE]",
    "[DATE '2024-01-01']",
    "{'t': TIMESTAMP '2024-01-01'}",
    "[1.50::DECIMAL(4,2)]",
    "MAP {1: 2}",
    "0.5::DECIMAL(2,2)",
    "TIMESTAMP_S '2024-01-02 03:04:05'",
    "row(1, 'a')",
  ])("leaves %s to the cells", async (value) => {
    expect(rowText(await columnsOf(`SELECT ${value} AS v`), ",")).toBeUndefined();
  });

  it("leaves rows of very many columns to the cells", () => {
    const columns = (count: number): EncodedColumn[] =>
      Array.from({ length: count }, (_, index) => ({ name: `c${index}`, type: VARCHAR }));
    expect(rowText(columns(100), ",")).toBeDefined();
    expect(rowText(columns(101), ",")).toBeUndefined();
    expect(rowText([], ",")).toBeUndefined();
  });

  it("writes names that mean something to SQL or JSON", async () => {
    const names = ["it's", 'a"b', "\\", "new\nline", "ü 東京"];
    const list = names.map((name, index) => `${index} AS "${name.replaceAll('"', '""')}"`);
    const { text } = await writeByEngine(`SELECT ${list.join(", ")}`);
    expect(JSON.parse(text)).toEqual(Object.fromEntries(names.map((name, index) => [name, index])));
  });
});

describe("TextEncoder", () => {
  it("encode() joins all rows of all chunks, however long each is", async () => {
    const select =
      "SELECT i AS v, CASE WHEN i % 1000 = 7 THEN repeat('é\"', 40000) ELSE repeat('x', (i % 40)::INTEGER) END AS t FROM range(10000) t(i)";
    const { text, rows } = await writeByEngine(select);
    expect(rows).toBe(10_000);
    expect(text).toBe(await writeByCells(select));
  });

  it("encode() hands over rows that are short enough to lie inside the vector", async () => {
    const { text, rows } = await writeByEngine("SELECT i % 10 AS v FROM range(5000) t(i)");
    expect(rows).toBe(5000);
    expect(text).toBe(Array.from({ length: 5000 }, (_, index) => `{"v":${index % 10}}`).join(","));
  });

  it("encode() preserves every hostile text", async () => {
    const values = hostileStrings.map((text) => `(${sqlText(text)})`).join(", ");
    const { text } = await writeByEngine(`SELECT * FROM (VALUES ${values}) t(v)`);
    expect(JSON.parse(`[${text}]`)).toEqual(hostileStrings.map((v) => ({ v })));
  });

  it("encode() cuts large chunks into several batches", async () => {
    const result = await connection.stream("SELECT repeat('x', 999) || ',' FROM range(2048)");
    const chunk = await result.fetchChunk();
    if (chunk === null) throw new Error("Could not fetch a chunk: there is none");
    const batches = [...new TextEncoder(",").encode(chunk.chunk)];
    expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(2048);
    expect(batches.length).toBeGreaterThan(4);
    for (const { bytes, rows } of batches) expect(bytes.length).toBe(rows * 1000 - 1);
  });
});
