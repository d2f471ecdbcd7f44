import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Engine } from "../engine/engine.js";
import type { ResultTable } from "../table/result-table.js";
import { Results } from "./results.js";

const server = new RowServer();
let results: Results;
let tables = 0;

beforeAll(async () => {
  await server.start();
  results = await Results.open();
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

/** Loads lines of JSON into a table. */
async function load(lines: readonly string[], fields: Readonly<Record<string, unknown>> = {}) {
  tables += 1;
  const declared = Object.entries(fields).map(([id, type]) => ({ id, type: String(type) }));
  const reading = await server.read(lines.map((line) => `${line}\n`).join(""));
  return results.load(reading, { schema: "t", name: `t${tables}`, declared });
}

async function rowsOf(table: ResultTable): Promise<readonly string[]> {
  const rows: string[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return rows;
}

/** Loads a column of JSON values, and returns its type and the values that are read back. */
async function roundTrip(values: readonly string[], declared?: string) {
  const { columns, table } = await load(
    values.map((value) => `{"x":${value}}`),
    declared === undefined ? {} : { x: declared },
  );
  const rows = await rowsOf(table);
  return { type: columns[0]?.type, values: rows.map((row) => row.slice('{"x":'.length, -1)) };
}

test.each([
  [["1", "2", "null"], "BIGINT", undefined],
  [["9007199254740993", "-9007199254740993"], "BIGINT", undefined],
  [["9223372036854775807", "-9223372036854775808"], "BIGINT", undefined],
  [["9223372036854775808"], "HUGEINT", undefined],
  [["170141183460469231731687303715884105727"], "HUGEINT", undefined],
  [["0.1", "12.25", "3"], "DECIMAL(4,2)", undefined],
  [["123456789012345678901234567890.12345678"], "DECIMAL(38,8)", undefined],
  [["0.00000000000000000000000000000000000001"], "DECIMAL(38,38)", undefined],
  [["1.0000000000000000001"], "DECIMAL(20,19)", undefined],
  [["-0", "1"], "DOUBLE", ["-0.0", "1.0"]],
  [["-0.0"], "DOUBLE", undefined],
  [["1e300", "-1e-300"], "DOUBLE", ["1e+300", "-1e-300"]],
  [["1e400", "1"], "VARCHAR", ['"1e400"', '"1"']],
  [["1e-400"], "VARCHAR", ['"1e-400"']],
  [["0.000012"], "DECIMAL(7,6)", undefined],
  [["9".repeat(60)], "VARCHAR", [`"${"9".repeat(60)}"`]],
  [['"2024-02-29"', '"2000-02-29"'], "DATE", undefined],
  [['"2024-02-29"', '"2023-02-29"'], "VARCHAR", undefined],
  [['"1900-02-29"'], "VARCHAR", undefined],
  [['"2024-04-31"'], "VARCHAR", undefined],
  [['"2024-02-30T10:00:00Z"'], "VARCHAR", undefined],
  [["1.50", "-0.07", "0.00"], "DECIMAL(3,2)", ["1.5", "-0.07", "0"]],
  [["true", "false"], "BOOLEAN", undefined],
  [['"00501"', '"1"'], "VARCHAR", undefined],
  [['"NaN"', "1.5", "true", '{"a":1}'], "VARCHAR", ['"NaN"', '"1.5"', '"true"', String.raw`"{\"a\":1}"`]],
  [['"2024-02-29"', "null"], "DATE", undefined],
  [['"2024-02-30"'], "VARCHAR", undefined],
  [['"2024-02-29T10:00:00.123456"'], "TIMESTAMP", undefined],
  [['"2024-02-29T10:00:00.1234567"'], "VARCHAR", undefined],
  [['"2024-02-29T10:00:00+02:00"'], "TIMESTAMPTZ", ['"2024-02-29T08:00:00Z"']],
  [['"2024-02-29T10:00:00Z"', '"2024-02-29T10:00:00"'], "VARCHAR", undefined],
  [["[1,2]", '{"a":{"b":[9007199254740993.5,1e400,-0]}}'], "JSON", undefined],
  [[String.raw`"a\"b\\c\u0000d\n"`, '"é😀"'], "VARCHAR", undefined],
  [[String.raw`"\ud83d\ude00"`], "VARCHAR", ['"😀"']],
  [[String.raw`"\ud83d"`], "VARCHAR", [String.raw`"\\ud83d"`]],
  [['""', "null"], "VARCHAR", undefined],
] as const)("load() finds the type of %j: %s", async (values, type, expected) => {
  expect(await roundTrip(values)).toStrictEqual({ type, values: expected ?? values });
});

test("load() types columns without a value as they are declared, and keeps declared text as text", async () => {
  const { columns } = await load(['{"t":"2024-01-01"}'], { t: "text", n: "number", b: "bool", d: "date" });
  expect(columns.map(({ type }) => type)).toStrictEqual(["VARCHAR", "BIGINT", "BOOLEAN", "TIMESTAMPTZ"]);
});

test("load() names columns whatever the names of the members are", async () => {
  const row = String.raw`{"a":1,"A":2,"":3,"x\"y":4,"it's":5,"a.b":6,"~/":7,"select":8,"é😀":9,"n\u0000":10}`;
  const { columns, table } = await load([row]);
  expect(Object.fromEntries(columns.map(({ key, name }) => [key, name]))).toMatchObject({
    "": "unnamed",
    'x"y': 'x"y',
  });
  const [back = ""] = await rowsOf(table);
  expect(
    Object.values(JSON.parse(back))
      .map(Number)
      .reduce((sum, value) => sum + value),
  ).toBe(55);
});

test.each([
  ["application/json", "[]"],
  ["application/json", " [ \n ] "],
  ["application/json", "\uFEFF[]"],
  ["application/x-ndjson", ""],
  ["application/x-ndjson", "\n\n"],
  ["text/csv", "a,b\r\n"],
])("load() finds that a body of %s without rows is complete: %j", async (type, body) => {
  for (const isSplit of [false, true]) {
    tables += 1;
    const reading = await server.read((response) => {
      response.setHeader("content-type", type);
      if (isSplit) for (const byte of Buffer.from(body)) response.write(Buffer.of(byte));
      response.end(isSplit ? "" : body);
    });
    const declared = [{ id: "a", type: "number" }];
    const loaded = await results.load(reading, { schema: "t", name: `t${tables}`, declared });
    expect(loaded).toMatchObject({ rowCount: 0, incomplete: undefined });
    expect(await rowsOf(loaded.table)).toEqual([]);
  }
});

test.each([
  [["a_2"], [`{"a":1,"A_2":2}`]],
  [["a"], [`{"a":1,"A_2":2}`]],
  [["unnamed"], [`{"unnamed":4}`]],
  [["b_1"], [`{"b_1":3}`]],
])("load() reads the members of the columns %j", async (names, expected) => {
  for (const declared of [[], ["a", "A"].map((id) => ({ id, type: "number" }))]) {
    tables += 1;
    const reading = await server.read('{"a":1,"A":2,"b_1":3,"":4}\n');
    const columns = new Set(names);
    const { table } = await results.load(reading, { schema: "t", name: `t${tables}`, declared, columns });
    expect(await rowsOf(table)).toEqual(expected);
  }
});

test("results that are open at the same time share one listener of the process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-test-"));
  const options = { maxTemporaryBytes: 2 ** 28, folder };
  const spillFolder = join(folder, "spill");
  const engine = await Engine.open({ ...options, maxMemory: 2 ** 28, timeoutMs: 60_000, spillFolder });
  // Nothing else runs between the two counts.
  const before = process.listenerCount("exit");
  const open = [new Results(engine, options), new Results(engine, options)];
  const during = process.listenerCount("exit");
  for (const one of open) await one.close();
  await rm(folder, { recursive: true, force: true });
  expect(during).toBe(before);
});
