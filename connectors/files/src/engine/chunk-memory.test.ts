import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { chunkBytes } from "./chunk-memory.js";

const run = promisify(execFile);
const module = new URL("../../dist/engine/chunk-memory.js", import.meta.url).href;

/** Reports chunks in a process of its own, and returns how often its collector looked at all of its memory. */
async function collectionsAfter(chunks: number): Promise<number> {
  const program = `
    import { PerformanceObserver } from "node:perf_hooks";
    import { setTimeout } from "node:timers/promises";
    import { reportChunk } from ${JSON.stringify(module)};
    let collections = 0;
    new PerformanceObserver((list) => {
      collections += list.getEntries().filter(({ detail }) => detail.kind === 4).length;
    }).observe({ entryTypes: ["gc"] });
    for (let chunk = 0; chunk < ${chunks}; chunk += 1) {
      reportChunk(2 ** 20);
      if (chunk % 64 === 63) await setTimeout(20);
    }
    // A collection goes on in the pauses of the program.
    for (let wait = 0; wait < 500 && ${chunks} > 0 && collections === 0; wait += 1) await setTimeout(10);
    console.log(collections);`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  return Number(stdout);
}

test("reportChunk() makes the garbage collector look for unused chunks", async () => {
  expect(await collectionsAfter(0)).toBe(0);
  expect(await collectionsAfter(640)).toBeGreaterThan(0);
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
