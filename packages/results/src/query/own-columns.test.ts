import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";

const server = new RowServer();
let results: Results;
let tables = 0;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

const values = [7, 3, 5, 1];

async function windowOf(table: ResultTable, name: string, choice: object): Promise<unknown> {
  const { matching, rows, numbers } = await table.window({
    offset: 0,
    limit: 10,
    columns: ["id", name],
    ...choice,
  });
  return {
    matching,
    rows: rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell : "")).join(" ")),
    numbers,
  };
}

// The first two hide the number that the engine gives each row. The others were names in statements of this package.
test.each(["rowid", "RowId", "number", "position", "row", "low0", "rows"])(
  "a column may be called %s: its rows keep their order, number and values",
  async (name) => {
    const rows = values.map((value, id) => ({ id, [name]: value }));
    const body = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    tables += 1;
    const loading = { schema: "s", name: `t${tables}`, unfit: "keep" } as const;
    const { table } = await results.load(await server.read(body), loading);
    const answer = await results.query(`SELECT id, "${name}" FROM s.t${tables} ORDER BY id DESC`);
    expect(table.columns.map((column) => column.name)).toEqual(["id", name]);
    expect(await windowOf(table, name, {})).toEqual({
      matching: 4,
      rows: ["0 7", "1 3", "2 5", "3 1"],
      numbers: [0, 1, 2, 3],
    });
    expect(await windowOf(table, name, { sort: [{ column: name }] })).toEqual({
      matching: 4,
      rows: ["3 1", "1 3", "2 5", "0 7"],
      numbers: [3, 1, 2, 0],
    });
    expect(await windowOf(table, name, { search: "3" })).toEqual({
      matching: 2,
      rows: ["1 3", "3 1"],
      numbers: [1, 3],
    });
    expect(await windowOf(answer, name, {})).toEqual({
      matching: 4,
      rows: ["3 1", "2 5", "1 3", "0 7"],
      numbers: [0, 1, 2, 3],
    });
    expect(JSON.parse(await table.row(1))).toEqual(rows[1]);
    const chart = await table.chart({ kind: "points", x: "id", y: name, maxPoints: 2 });
    expect(chart).toMatchObject({ kind: "points" });
    expect(await table.compare(answer, { key: ["id"] })).toMatchObject({ added: 0, removed: 0, changed: 0 });
    const path = join(tmpdir(), `own-columns-${process.pid}.ndjson`);
    await table.export(path, "ndjson", { sort: [{ column: name }] });
    const written = (await readFile(path, "utf8")).trimEnd().split("\n");
    await rm(path);
    expect(written.map((line): unknown => JSON.parse(line))).toEqual([rows[3], rows[1], rows[2], rows[0]]);
  },
);
