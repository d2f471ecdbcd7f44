import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { type CaseColumn, type CaseFormat, describeRowCases, type RowCase } from "@wellhead/test-support";
import { sqlText } from "@wellhead/test-support/rows/hostile-strings";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChunkEncoder } from "./chunks/chunk-encoder.js";
import { transportOf } from "./chunks/transport.js";
import { planEncoding } from "./plan-encoding.js";
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

const types = {
  text: "VARCHAR",
  integer: "BIGINT",
  decimal: "DECIMAL(12,2)",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  bytes: "BLOB",
  day: "DATE",
  instant: "TIMESTAMPTZ",
  json: "JSON",
  null: "VARCHAR",
} as const;

function literal({ kind, text }: RowCase): string {
  if (kind === "null") return "NULL";
  if (kind === "bytes") return `unhex('${text}')`;
  if (kind === "day" || kind === "instant") return sqlText(engineDate(text));
  return text.split("\u0000").map(sqlText).join(" || chr(0) || ");
}

/** Converts the year, because the engine has no year 0 and ISO 8601 does. */
function engineDate(text: string): string {
  const [, sign, year, day, time = ""] = /^([+-]?)(\d+)(-\d\d-\d\d)(.*)$/.exec(text) ?? [];
  if (sign === "-") return `${Number(year) + 1}`.padStart(4, "0") + `${day} (BC) ${time.slice(1)}`;
  return Number(year) + (day ?? "") + time;
}

function select(columns: readonly CaseColumn[]): string {
  const rows = (columns[0]?.values ?? []).map((_, row) => {
    const cells = columns.map(({ values }) => {
      const cell = values[row];
      return cell === undefined ? "NULL" : `CAST(${literal(cell)} AS ${types[cell.kind]})`;
    });
    return `SELECT ${row}, ${cells.join(", ")}`;
  });
  const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  return `(SELECT ${names.join(", ")} FROM (${rows.join(" UNION ALL ")}) t("wellhead row", ${names.join(", ")}) ORDER BY "wellhead row")`;
}

async function columnsOf(from: string) {
  const prepared = await connection.prepare(`SELECT * FROM ${from}`);
  return Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: prepared.columnName(index),
    type: prepared.columnType(index),
  }));
}

async function run(sql: string, encoder: ChunkEncoder, separator: string): Promise<string> {
  const result = await connection.stream(sql);
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

async function writeByCells(columns: readonly CaseColumn[], format: CaseFormat): Promise<string> {
  const from = select(columns);
  const found = await columnsOf(from);
  const list = found.map(({ name, type }) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const { cast } = transportOf(type);
    return cast === undefined ? quoted : `CAST(${quoted} AS ${cast})`;
  });
  return run(`SELECT ${list.join(", ")} FROM ${from}`, new RowEncoder(found, format), format.separator);
}

/** Writes rows in the way that a source chooses: by the engine's SQL if it can write all columns. */
async function writeAsPlanned(columns: readonly CaseColumn[], format: CaseFormat): Promise<string> {
  const from = select(columns);
  const plan = planEncoding({ columns: await columnsOf(from), from, values: [] }, format);
  return run(plan.select, plan.encoder, format.separator);
}

describeRowCases("the cells of files", { write: writeByCells });
describeRowCases("the encoding that a source of files plans", { write: writeAsPlanned });

it("plans JSON of text as SQL of the engine", async () => {
  const from = "(SELECT 'a' AS v)";
  const plan = planEncoding(
    { columns: await columnsOf(from), from, values: [] },
    { format: "json", separator: "," },
  );
  expect(plan.encoder).not.toBeInstanceOf(RowEncoder);
});
