import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { chunkBytes } from "./chunk-memory.js";

const run = promisify(execFile);
const module = new URL("../../dist/engine/chunk-memory.js", import.meta.url).href;

/** Reports chunks in a process of its own, and returns how often its collector looked at its young memory, and at all. */
async function collectionsAfter(chunks: number): Promise<{ readonly young: number; readonly all: number }> {
  const program = `
    import { PerformanceObserver } from "node:perf_hooks";
    import { setTimeout } from "node:timers/promises";
    import { reportChunk } from ${JSON.stringify(module)};
    const kinds = { 1: "young", 4: "all" };
    const collections = { young: 0, all: 0 };
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind in kinds) collections[kinds[detail.kind]] += 1;
    }).observe({ entryTypes: ["gc"] });
    for (let chunk = 0; chunk < ${chunks}; chunk += 1) reportChunk(2 ** 20);
    // The observer is told of them later.
    for (let wait = 0; wait < 500 && ${chunks} > 0 && collections.young === 0; wait += 1) await setTimeout(10);
    console.log(JSON.stringify(collections));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  return JSON.parse(stdout) as { young: number; all: number };
}

test("reportChunk() makes the garbage collector look for unused chunks", async () => {
  expect(await collectionsAfter(0)).toEqual({ young: 0, all: 0 });
  const { young, all } = await collectionsAfter(640);
  expect([young > 2, all]).toEqual([true, 0]);
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
