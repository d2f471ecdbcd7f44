import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StreamWorkers } from "./stream-workers.js";

const serveStreams = new URL("../../dist/worker/serve-streams.js", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "wellhead-workers-"));
const entry = join(folder, "worker.mjs");
const unreadTimeoutMs = 100;
let workers: StreamWorkers;

/** A worker whose job is the number of milliseconds that opening it takes. */
const program = `import { serveStreams } from "${serveStreams.href}";
serveStreams(async (afterMs) => {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  return { columns: ["x"], async *encode() { yield { bytes: new Uint8Array([49]), rows: 1 }; } };
});`;

beforeAll(() => {
  writeFileSync(entry, program);
  workers = new StreamWorkers(pathToFileURL(entry), { unreadTimeoutMs });
});
afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});

it("waits for a stream that opens later than it may stay unread, and returns its rows", async () => {
  const rows = await workers.open(5 * unreadTimeoutMs, AbortSignal.timeout(60_000));
  const read: number[] = [];
  for await (const batch of rows.encode({ format: "json", separator: ",", formulaEscape: false }))
    read.push(batch.rows);
  expect(read).toEqual([1]);
});
