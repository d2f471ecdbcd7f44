import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { createApp } from "@wellhead/server";
import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesConnector } from "../src/index.js";

/** Number of rows of the random tables: more than a record batch, and no multiple of a chunk of the engine. */
const rowCount = Number(process.env["WELLHEAD_ARROW_ROWS"] ?? 3001);

/** Generators by column name: an expression over `i` and `h`, a hash of `i`. */
const columns = {
  flag: "h % 3 = 0",
  tiny: "((h % 256)::INTEGER - 128)::TINYINT",
  utiny: "(h % 256)::UTINYINT",
  small: "((h % 65536)::INTEGER - 32768)::SMALLINT",
  usmall: "(h % 65536)::USMALLINT",
  int: "((h % 4294967296)::BIGINT - 2147483648)::INTEGER",
  uint: "(h % 4294967296)::UINTEGER",
  bigint: "((h >> 1)::BIGINT) * CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END",
  ubigint: "h::UBIGINT",
  float: "((h % 1000000) / 1000)::FLOAT",
  double:
    "CASE i % 4 WHEN 0 THEN h::DOUBLE WHEN 1 THEN 'NaN'::DOUBLE WHEN 2 THEN 1 / (i + 1) ELSE -exp(i % 600) END",
  narrow: "((h % 2000)::INTEGER / 100 - 10)::DECIMAL(4,2)",
  medium: "((h % 2000000)::INTEGER / 1000 - 900)::DECIMAL(9,3)",
  long: "(((h % 2000000000000)::BIGINT - 1000000000000) / 100)::DECIMAL(18,2)",
  wide: "((h::HUGEINT - 9223372036854775807) * 1000003)::DECIMAL(38,0)::DECIMAL(38,10)",
  day: "CASE WHEN i % 11 = 0 THEN DATE 'infinity' ELSE DATE '1900-01-01' + (h % 90000)::INTEGER END",
  ancient: "DATE '0044-03-15 (BC)' + (h % 900)::INTEGER",
  time: "TIME '00:00:00' + to_microseconds((h % 86400000000)::BIGINT)",
  moment:
    "CASE WHEN i % 11 = 0 THEN TIMESTAMP '-infinity' ELSE TIMESTAMP '1901-01-01' + to_microseconds((h % 9000000000000000)::BIGINT) END",
  instant: "TIMESTAMPTZ '1901-01-01 00:00:00+00' + to_microseconds((h % 9000000000000000)::BIGINT)",
  nanos: "make_timestamp_ns((h % 4000000000000000000)::BIGINT)",
  uuid: "md5(i::VARCHAR)::UUID",
  bytes: "unhex(left(md5(i::VARCHAR), 2 * (h % 16)::INTEGER))",
  text: "CASE i % 5 WHEN 0 THEN '' WHEN 1 THEN 'Zürich 東京 😀' WHEN 2 THEN repeat(chr(34) || chr(10), (h % 9)::INTEGER) ELSE repeat('long text ', (h % 40)::INTEGER) END",
  tags: "['a', NULL, 'longer than twelve bytes ' || i][1:(h % 4)::INTEGER]",
  numbers: "[h % 5, NULL, i]",
  pair: "{'a': (h >> 1)::BIGINT, 'b c': 'x' || i, 'l': [h % 7, NULL], 'u': md5(i::VARCHAR)::UUID}",
  map: "MAP {'k' || i: (h >> 1)::BIGINT, 'longer than twelve bytes': NULL}",
  nested: "[{'d': DATE '2024-01-01' + (h % 300)::INTEGER, 'l': [[i], NULL, [h % 9]]}][1:(h % 3)::INTEGER]",
  choice: "CASE WHEN h % 2 = 0 THEN 'yes' ELSE 'no' END::ENUM('yes', 'no')",
  json: "('{\"a\": [' || i || ', 1.50]}')::JSON",
} as const;

const types: Readonly<Record<string, string>> = {
  flag: "Bool",
  tiny: "Int8",
  utiny: "Uint8",
  small: "Int16",
  usmall: "Uint16",
  int: "Int32",
  uint: "Uint32",
  bigint: "Int64",
  ubigint: "Uint64",
  float: "Float32",
  double: "Float64",
  narrow: "Decimal[4e+2]",
  medium: "Decimal[9e+3]",
  long: "Decimal[18e+2]",
  wide: "Decimal[38e+10]",
  day: "Date32<DAY>",
  ancient: "Date32<DAY>",
  time: "Time64<MICROSECOND>",
  moment: "Timestamp<MICROSECOND>",
  instant: "Timestamp<MICROSECOND, UTC>",
  nanos: "Timestamp<NANOSECOND>",
  uuid: "FixedSizeBinary[16]",
  bytes: "Binary",
  text: "Utf8",
  tags: "List<Utf8>",
  numbers: "List<Float64>",
  pair: "Struct<{a:Int64, b c:Utf8, l:List<Uint64>, u:Utf8}>",
  map: "Map<{key:Utf8, value:Int64}>",
  nested: "List<Struct<{d:Date32<DAY>, l:List<List<Float64>>}>>",
  choice: "Utf8",
  json: "Utf8",
};

let folder: string;
let connection: DuckDBConnection;
let app: Awaited<ReturnType<typeof createApp>>;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET TimeZone = 'UTC'");
  const list = Object.entries(columns).map(
    // Every seventh value is NULL, at a different offset in each column.
    ([name, expression], index) =>
      `CASE WHEN (i + ${index}) % 7 = 0 THEN NULL ELSE ${expression} END AS "${name}"`,
  );
  await write(
    "all",
    `SELECT i, ${list.join(", ")} FROM (SELECT i, hash(i) AS h FROM range(${rowCount}) t(i))`,
  );
  await write("empty", "SELECT 1 AS a, 'x' AS b LIMIT 0");
  // Large enough for its first rows to be read by a statement of their own.
  await write("early", "SELECT i AS id, md5(i::VARCHAR) AS text FROM range(150000) t(i)");
  app = await createApp({ connectors: [filesConnector({ path: folder })], logger: false });
  ({ url } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  await app.close();
  connection.closeSync();
  await rm(folder, { recursive: true });
});

async function write(name: string, select: string): Promise<void> {
  await connection.run(
    `COPY (${select}) TO '${join(folder, name)}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  );
}

async function ask(accept: string, body: object): Promise<Uint8Array> {
  const headers = { "content-type": "application/json", accept };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function compare(body: object) {
  const lines = Buffer.from(await ask("application/x-ndjson", body)).toString();
  const { read, difference } = compareFormats(await ask("application/vnd.apache.arrow.stream", body), lines);
  expect(difference).toBeUndefined();
  return read;
}

describe("rows of a file as Arrow", () => {
  it("have the type and the values of each column", async () => {
    const read = await compare({ source: "all" });
    expect(read.rows).toHaveLength(rowCount);
    const found = Object.fromEntries(read.fields.map(({ name, type }) => [name, type]));
    expect(found).toEqual({ i: "Int64", ...types });
    const extensions = read.fields.flatMap(({ name, metadata }) =>
      metadata["ARROW:extension:name"] === undefined ? [] : [[name, metadata["ARROW:extension:name"]]],
    );
    expect(extensions).toEqual([
      ["uuid", "arrow.uuid"],
      ["json", "arrow.json"],
    ]);
  });

  it.each([
    { limit: 1 },
    { skip: 2047, limit: 2 },
    { skip: rowCount },
    { filter: { columns: ["text", "bigint"] }, skip: 5 },
    { filter: { flag: true } },
    { filter: { bigint_min: 0 }, limit: 2500 },
  ])("are those that %j chooses", async (more) => {
    const read = await compare({ source: "all", ...more });
    expect(read.fault).toBeUndefined();
  });

  it("have the columns of a file without rows", async () => {
    const read = await compare({ source: "empty" });
    expect([read.rows, read.fields.map(({ type }) => type)]).toEqual([[], ["Int32", "Utf8"]]);
  });

  it("are each sent once where the first ones are read early", async () => {
    const read = await compare({ source: "early" });
    expect([read.rows.length, read.batches[0], read.batches.length > 3]).toEqual([150_000, 2048, true]);
  });
});
