import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";

// The engine alone, in a process of its own: answers each path on standard input with the seconds that copying the
// file to nowhere as JSON took.

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
await connection.run("SET TimeZone = 'UTC'");
for await (const path of createInterface({ input: process.stdin })) {
  const start = performance.now();
  await connection.run(`COPY (FROM '${path}') TO '/dev/null' (FORMAT json)`);
  process.stdout.write(`${(performance.now() - start) / 1000}\n`);
}
