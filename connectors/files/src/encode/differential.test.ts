import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { hostileStrings, sqlText } from "@wellhead/test-support/rows/hostile-strings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChunkEncoder } from "./chunks/chunk-encoder.js";
import type { EncodedColumn } from "./chunks/encoded-column.js";
import { transportOf } from "./chunks/transport.js";
import { jsonText } from "./json-text.js";
import { RowEncoder } from "./row-encoder.js";
import { rowText } from "./row-text.js";
import { TextEncoder } from "./text-encoder.js";

// Compares the JSON we write with the JSON the engine writes, both parsed. `expected` lists the documented rules by
// which ours differs on purpose. There are no others.

/** Number of rows of common types. A nightly run sets a higher number through the environment. */
const rowCount = Number(process.env["WELLHEAD_DIFFERENTIAL_ROWS"] ?? (isLong ? 20_000 : 5000));
const rareCount = isLong ? 10_000 : 1200;

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

/** Generators by column name: an expression over `i` and `h`, a hash of `i`. */
const common = {
  bigint: "CASE i % 5 WHEN 0 THEN (h >> 1)::BIGINT WHEN 1 THEN -i ELSE (h % 100000)::BIGINT END",
  amount: "((h % 20000000000)::BIGINT - 10000000000)::DECIMAL(12,0)::DECIMAL(18,2) / 100",
  decimal: "(((h % 2000000)::BIGINT - 1000000) / 100)::DECIMAL(12,2)",
  double:
    "CASE i % 4 WHEN 0 THEN h::DOUBLE WHEN 1 THEN (h % 10000) / 100 WHEN 2 THEN 1 / (i + 1) ELSE -exp(i % 600) END",
  flag: "h % 3 = 0",
  day: "DATE '1900-01-01' + (h % 90000)::INTEGER",
  instant: "TIMESTAMPTZ '1901-01-01 00:00:00+00' + to_microseconds((h % 9000000000000000)::BIGINT)",
  moment: "TIMESTAMP '1901-01-01' + to_microseconds((h % 9000000000000000)::BIGINT)",
  text: "nasty[1 + (h % len(nasty))::INTEGER] || CASE WHEN i % 2 = 0 THEN h::VARCHAR ELSE '' END",
  tags: "[nasty[1 + (h % len(nasty))::INTEGER], NULL, 'beta' || i][1:(h % 4)::INTEGER]",
};

const rare = {
  tiny: "((h % 256)::INTEGER - 128)::TINYINT",
  utiny: "(h % 256)::UTINYINT",
  small: "((h % 65536)::INTEGER - 32768)::SMALLINT",
  usmall: "(h % 65536)::USMALLINT",
  int: "((h % 4294967296)::BIGINT - 2147483648)::INTEGER",
  uint: "(h % 4294967296)::UINTEGER",
  ubigint: "h::UBIGINT",
  huge: "((h >> 1)::HUGEINT * (h >> 1)::HUGEINT) * CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END",
  uhuge: "h::UHUGEINT * 4294967296",
  float: "((h % 1000000) / 1000)::FLOAT",
  narrow: "((h % 2000)::INTEGER / 100)::DECIMAL(4,2)",
  medium: "((h % 2000000)::INTEGER / 1000)::DECIMAL(9,3)",
  wide: "(h::HUGEINT * 1000003)::DECIMAL(38,0)::DECIMAL(38,10)",
  time: "TIME '00:00:00' + to_microseconds((h % 86400000000)::BIGINT)",
  seconds: "(TIMESTAMP '1901-01-01' + to_seconds((h % 9000000000)::BIGINT))::TIMESTAMP_S",
  millis: "(TIMESTAMP '1901-01-01' + to_milliseconds((h % 9000000000000)::BIGINT))::TIMESTAMP_MS",
  nanos: "make_timestamp_ns((h % 4000000000000000000)::BIGINT)",
  span: "to_days((h % 1000)::INTEGER) + to_microseconds((h % 86400000000)::BIGINT)",
  uuid: "md5(i::VARCHAR)::UUID",
  choice: "CASE WHEN h % 2 = 0 THEN 'yes' ELSE 'no' END::ENUM('yes', 'no')",
  bits: "(h % 1024)::INTEGER::BIT",
  pair: "{'a': (h >> 1)::BIGINT, 'b \"x\"': nasty[1 + (h % len(nasty))::INTEGER], 'c': [h % 7, NULL]}",
  fixed: "[h % 5, NULL, i]",
  dictionary: "MAP {nasty[1 + (h % len(nasty))::INTEGER]: (h >> 1)::BIGINT, 'k' || i: NULL}",
  nested: "[{'d': DATE '2024-01-01' + (h % 300)::INTEGER, 'l': [i, h % 9]}][1:(h % 3)::INTEGER]",
  either:
    "CASE WHEN h % 2 = 0 THEN ((h >> 1)::BIGINT)::UNION(n BIGINT, t VARCHAR) ELSE 'text'::UNION(n BIGINT, t VARCHAR) END",
};

function table(generators: Readonly<Record<string, string>>, rows: number): string {
  const nasty = `[${hostileStrings.map((text) => sqlText(text)).join(", ")}]`;
  const columns = Object.entries(generators).map(
    // Every seventh value is NULL, at a different offset in each column.
    ([name, expression], index) => {
      const value = `CASE WHEN (i + ${index}) % 7 = 0 THEN NULL ELSE ${expression} END`;
      return `${name === "fixed" ? `CAST(${value} AS BIGINT[3])` : value} AS ${name}`;
    },
  );
  return `SELECT i, ${columns.join(", ")} FROM (SELECT i, hash(i) AS h, ${nasty} AS nasty FROM range(${rows}) t(i))`;
}

/** A way to write rows: by the cells, or by the engine, which supports fewer types. */
interface Way {
  readonly columns: (columns: readonly EncodedColumn[]) => readonly EncodedColumn[];
  readonly select: (columns: readonly EncodedColumn[]) => string;
  readonly encoder: (columns: readonly EncodedColumn[]) => ChunkEncoder;
}

const cells: Way = {
  columns: (columns) => columns,
  select: (columns) =>
    columns
      .map(({ name, type }) => {
        const { cast, asJson } = transportOf(type);
        if (asJson) return `to_json(${name})`;
        return cast === undefined ? name : `CAST(${name} AS ${cast})`;
      })
      .join(", "),
  encoder: (columns) => new RowEncoder(columns, { format: "json", separator: "\n" }),
};

const engine: Way = {
  columns: (columns) => columns.filter(({ name, type }) => jsonText(type, name) !== undefined),
  select: (columns) => rowText(columns, "\n") ?? "",
  encoder: () => new TextEncoder("\n"),
};

async function compare(
  way: Way,
  generators: Readonly<Record<string, string>>,
  rows: number,
): Promise<number> {
  await connection.run(`CREATE OR REPLACE TABLE generated AS ${table(generators, rows)}`);
  const prepared = await connection.prepare("FROM generated");
  const columns = way.columns(
    Array.from({ length: prepared.columnCount }, (_, index) => ({
      name: prepared.columnName(index),
      type: prepared.columnType(index),
    })),
  );
  const encoder = way.encoder(columns);
  const result = await connection.stream(`SELECT ${way.select(columns)} FROM generated`);
  const second = await instance.connect();
  const theirs = await second.stream("SELECT to_json(generated)::VARCHAR FROM generated");
  let compared = 0;
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    const lines: string[] = [];
    for (const batches of [encoder.encode(chunk.chunk), encoder.finish()]) {
      for (const { bytes, release } of batches) {
        lines.push(...Buffer.from(bytes).toString().split("\n"));
        release?.();
      }
    }
    const other = (await theirs.fetchChunk())?.getColumnValues(0) ?? [];
    expect(lines.length).toBe(other.length);
    for (const [index, line] of lines.entries()) {
      const row = JSON.parse(line) as Record<string, unknown>;
      const wanted = JSON.parse(String(other[index])) as Record<string, unknown>;
      for (const { name } of columns) {
        if (!same(row[name], expected(name, wanted[name]))) {
          throw new Error(
            `${name} of row ${String(row["i"])}: found ${JSON.stringify(row[name])}, the engine has ${JSON.stringify(wanted[name])}`,
          );
        }
        compared++;
      }
    }
  }
  second.closeSync();
  return compared;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** The documented differences: ISO 8601 for dates and times, shortest digits for FLOAT. */
function expected(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (["instant", "moment", "seconds", "millis", "nanos", "time"].includes(name)) return isoText(value);
  if (name === "float") return Number(Math.fround(Number(value)).toPrecision(7));
  return value;
}

/** Converts `2024-01-02 03:04:05.12+00` to `2024-01-02T03:04:05.120Z`. */
function isoText(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  const [, head = "", fraction = "", zone = ""] = /^([^.+]*)(?:\.(\d+))?(\+00)?$/.exec(text) ?? [];
  const digits = fraction === "" ? "" : `.${fraction.padEnd(Math.ceil(fraction.length / 3) * 3, "0")}`;
  return head.replace(" ", "T") + digits + (zone === "" ? "" : "Z");
}

describe("RowEncoder against the engine's own JSON", () => {
  it(`encode() agrees on ${rowCount} rows of common types`, { timeout: 60_000 + rowCount }, async () => {
    expect(await compare(cells, common, rowCount)).toBe(rowCount * 11);
  });

  it(`encode() agrees on ${rareCount} rows of rare and nested types`, async () => {
    expect(await compare(cells, rare, rareCount)).toBe(rareCount * 27);
  });
});

describe("rowText() against the engine's own JSON", () => {
  it(`agrees on ${rowCount} rows of common types`, { timeout: 60_000 + rowCount }, async () => {
    expect(await compare(engine, common, rowCount)).toBe(rowCount * 11);
  });

  it(`agrees on ${rareCount} rows of the rare and nested types it knows`, async () => {
    expect(await compare(engine, rare, rareCount)).toBe(rareCount * 23);
  });
});
