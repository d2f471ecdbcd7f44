import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Column, columnOf } from "../cells/column.js";
import { noNumbers } from "../cells/number-facts.js";
import { DuckdbDatabase } from "./duckdb-database.js";
import { openTarget } from "./open-target.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-killed-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs statements on a file, and ends as SIGKILL does: what the engine has not written yet is lost. */
const program = `
const [path, ...statements] = process.argv.slice(1);
const { DuckDBInstance } = require("@duckdb/node-api");
void (async () => {
  const connection = await (await DuckDBInstance.create(path)).connect();
  await connection.run("SET TimeZone = 'UTC'");
  for (const statement of statements) await connection.run(statement);
  process.kill(process.pid, "SIGKILL");
})();`;

function runKilled(path: string, statements: readonly string[]): void {
  const cwd = fileURLToPath(new URL("../../..", import.meta.url));
  const { signal, stderr } = spawnSync(process.execPath, ["-e", program, path, ...statements], { cwd });
  expect([signal, String(stderr)]).toEqual(["SIGKILL", ""]);
}

function column(id: string, type: string, more: Partial<Column> = {}): Column {
  const field = { id, name: id, type, subType: "", description: "", isIgnored: false, options: [] };
  return { ...columnOf({ ...field, relation: undefined, column: undefined }, id), ...more };
}

const decimals = { ...noNumbers, digits: 3, scale: 2, significant: 5, areLong: false };

test("a DuckDB file can be opened after a kill, whatever column became wider before", async () => {
  const database = await DuckdbDatabase.open(":memory:", join(folder, "rows"));
  const key = column("id", "id");
  const before = [
    key,
    column("n", "number", { numbers: decimals }),
    column("t", "date"),
    column("l", "array[text]"),
  ];
  const after = [...before.map((one) => (one === key ? one : { ...one, isText: true })), column("x", "text")];
  const table = { name: "a table", before, after };
  const path = join(folder, "killed.duckdb");
  runKilled(path, [
    ...database.createTable({ name: table.name, columns: before }),
    `INSERT INTO "a table" VALUES ('1', 1.5, '2026-01-01T00:00:00.120Z', ['a']), ('2', NULL, NULL, NULL)`,
    "CHECKPOINT",
    "BEGIN TRANSACTION",
    ...database.changeTable(table, []),
    `INSERT INTO "a table" VALUES ('3', 'three', 'never', '', 'new')`,
    "COMMIT",
  ]);
  await database.close();
  const opened = await DuckdbDatabase.open(path);
  expect(await opened.run('SELECT * FROM "a table" ORDER BY id')).toEqual([
    ["1", "1.5", "2026-01-01T00:00:00.120Z", '["a"]', null],
    ["2", null, null, null, null],
    ["3", "three", "never", "", "new"],
  ]);
  await opened.close();
});

test("the error of a file whose log is broken says what to delete", async () => {
  const path = join(folder, "broken.duckdb");
  runKilled(path, [
    "CREATE TABLE t (n DECIMAL(18, 2))",
    "ALTER TABLE t ALTER n TYPE VARCHAR USING rtrim(CAST(n AS VARCHAR), '0')",
  ]);
  await expect(openTarget(path, { directory: folder, mustExist: true })).rejects.toThrow(
    `Delete "${path}.wal", which has the last changes only`,
  );
});
