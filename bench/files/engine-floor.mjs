import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";

// Measures the engine alone, in a process of its own. For each path on standard input, prints the seconds that copying
// the file to the null device as JSON took.

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
await connection.run("SET TimeZone = 'UTC'");
for await (const path of createInterface({ input: process.stdin })) {
  const start = performance.now();
  await connection.run(`COPY (FROM '${path}') TO '/dev/null' (FORMAT json)`);
  process.stdout.write(`${(performance.now() - start) / 1000}\n`);
}
