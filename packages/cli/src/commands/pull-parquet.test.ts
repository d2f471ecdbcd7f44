import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  type ForeignAnswers,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-parquet-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Pulls rows into the file `out.parquet`. */
async function pull(rows: string, answers: ForeignAnswers = {}) {
  const connector = await startForeignConnector({ ...answers, rows: (response) => response.end(rows) });
  try {
    const words = ["pull", connector.url, "things", "-o", "out.parquet"];
    return await runWellhead(words, { directory: folder });
  } finally {
    await connector.close();
  }
}

/** Runs a statement that ends before the name of the file with the engine itself. */
async function readParquet(statement: string): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  const answer = await connection.runAndReadAll(`${statement} '${join(folder, "out.parquet")}'`);
  connection.closeSync();
  return answer.getRows().map((row) => (statement.startsWith("describe") ? row.slice(0, 2) : row));
}

test("`wellhead pull` writes Parquet with types that keep every digit", async () => {
  const rows = [
    '{"id":9007199254740993,"price":1.10,"huge":12345678901234567890,"at":"2026-01-01T10:00:00Z","nested":{"a":[9007199254740993]},"mixed":1,"code":"007"}',
    '{"id":2,"price":12345678901234.25,"at":null,"mixed":"x\\ny","code":"8"}',
  ];
  const application = {
    sources: [
      { id: "things", name: "Things", filter: [], fields: { never: { name: "Never", type: "date" } } },
    ],
  };
  const run = await pull(`[${rows.join()}]`, { application });
  expect(run).toMatchObject({ code: 0, stdout: "" });
  expect(await readdir(folder)).toEqual(["out.parquet"]);
  expect(await readParquet("describe from")).toEqual([
    ["never", "TIMESTAMP WITH TIME ZONE"],
    ["id", "BIGINT"],
    ["price", "DECIMAL(16,2)"],
    ["huge", "DECIMAL(38,0)"],
    ["at", "TIMESTAMP WITH TIME ZONE"],
    ["nested", "JSON"],
    ["mixed", "VARCHAR"],
    ["code", "VARCHAR"],
  ]);
  const names = ["id", "price", "huge", 'epoch("at")::bigint', "nested", "mixed", "code"];
  expect(await readParquet(`select ${names.map((name) => `${name}::varchar`).join()} from`)).toEqual([
    [
      "9007199254740993",
      "1.10",
      "12345678901234567890",
      "1767261600",
      '{"a":[9007199254740993]}',
      "1",
      "007",
    ],
    ["2", "12345678901234.25", null, null, null, "x\ny", "8"],
  ]);
});

test("`wellhead pull` refuses to write Parquet with a value that does not fit its column, and keeps the rows", async () => {
  const fields = { size: { name: "Size", type: "number" } };
  const application = { sources: [{ id: "things", name: "Things", filter: [], fields }] };
  const { code, stderr } = await pull('[{"size":1},{"size":"n/a"}]', { application });
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/column "size"[^\n]*expected values of type number, got "n\/a"/);
  expect(await readdir(folder)).toEqual([expect.stringContaining("out.parquet")]);
});

test("`wellhead pull` writes Parquet without rows from the declared columns", async () => {
  expect(await pull("[]")).toMatchObject({ code: 0, stdout: "" });
  expect(await readParquet("describe from")).toEqual([
    ["id", "VARCHAR"],
    ["size", "BIGINT"],
  ]);
});
