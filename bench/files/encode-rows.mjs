import { createInterface } from "node:readline";
import { allocatorSetting } from "@wellhead/files";

// Encodes the rows of a file as JSON in one way, without HTTP: `encode-rows.mjs [cells] [collected] [allocator] [few]`.
// For each path on standard input, prints the seconds, the milliseconds to the first batch, the processor seconds and
// the peak memory in bytes.

const words = process.argv.slice(2);
// The engine's allocator reads it when the library is loaded, which the imports below do.
if (words.includes("allocator")) Object.assign(process.env, allocatorSetting());
const { DuckDBInstance } = await import("@duckdb/node-api");
// The connector does not export its encoders.
const encoders = new URL("../../connectors/files/dist/encode/", import.meta.url);
const { planEncoding } = await import(new URL("plan-encoding.js", encoders).href);
const { RowEncoder } = await import(new URL("row-encoder.js", encoders).href);

const encoding = { format: "json", separator: "," };
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
await connection.run("SET TimeZone = 'UTC'");
await connection.run("SET streaming_buffer_size = '3500KB'");
for await (const path of createInterface({ input: process.stdin })) {
  const processor = process.cpuUsage();
  const start = performance.now();
  const first = await encodeRows(words.includes("few") ? `(FROM '${path}' LIMIT 4096)` : `'${path}'`, start);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const peak = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(`${JSON.stringify({ seconds, first, processor: (user + system) / 1e6, peak })}\n`);
}

/** Returns the milliseconds to the first batch. */
async function encodeRows(from, start) {
  const described = await connection.run(`FROM ${from} LIMIT 0`);
  const columns = described.columnNames().map((name, index) => ({ name, type: described.columnType(index) }));
  const plan = words.includes("cells")
    ? { select: `SELECT * FROM ${from}`, encoder: new RowEncoder(columns, encoding) }
    : planEncoding({ columns, from, values: [] }, encoding);
  const result = await connection.stream(plan.select);
  let first;
  const take = (batches) => {
    for (const batch of batches) {
      first ??= performance.now() - start;
      if (!words.includes("collected")) batch.release();
    }
  };
  let coming = result.fetchChunk();
  for (let chunk = await coming; chunk !== null && chunk.rowCount > 0; chunk = await coming) {
    // The engine works on the next chunk while this one is encoded.
    coming = result.fetchChunk();
    take(plan.encoder.encode(chunk.chunk, chunk.rowCount));
  }
  take(plan.encoder.finish());
  return first;
}
