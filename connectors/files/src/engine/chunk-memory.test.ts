import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { chunkBytes } from "./chunk-memory.js";

const run = promisify(execFile);
const module = new URL("../../dist/engine/chunk-memory.js", import.meta.url).href;

/** Reports chunks of a MiB in a process of its own, and returns how often its collector looked at its young memory, and at all. */
async function collectionsAfter(chunks: number): Promise<{ readonly young: number; readonly all: number }> {
  const program = `
    import { reportChunk } from ${JSON.stringify(module)};
    for (let chunk = 0; chunk < ${chunks}; chunk += 1) reportChunk(2 ** 20);`;
  const young = ["--trace-gc", "--min-semi-space-size=1", "--max-semi-space-size=1"];
  const { stdout } = await run(process.execPath, [...young, "--input-type=module", "--eval", program]);
  return { young: stdout.split("Scavenge").length - 1, all: stdout.split("Mark-").length - 1 };
}

test("reportChunk() makes the garbage collector look for unused chunks after two times its young memory", async () => {
  const before = await collectionsAfter(0);
  const { young, all } = await collectionsAfter(200);
  expect(young - before.young).toBeGreaterThan(90);
  expect(all).toBe(before.all);
});

test("chunkBytes() counts the vectors of nested types", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const statement = await connection.prepare(
    "SELECT 1 AS one, [1] AS two, {'a': 1, 'b': ['x']} AS three, MAP {'a': 1} AS three_of_map, [1, 2, 3]::INT[3] AS three_of_array",
  );
  const types = [0, 1, 2, 3, 4].map((index) => statement.columnType(index));
  expect(types.map((type) => chunkBytes([type]) / chunkBytes(types.slice(0, 1)))).toEqual([1, 2, 3, 3, 3]);
  connection.closeSync();
  instance.closeSync();
});
