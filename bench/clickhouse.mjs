import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClickhouse } from "@wellhead/test-support/programs/start-clickhouse";
import { largeCount, rowCount } from "./measure/counts.mjs";
import { compareFormats, streamLimits } from "./measure/formats.mjs";
import { makeReader } from "./measure/make-reader.mjs";
import { memoryOf } from "./measure/memory-of.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { startService } from "./measure/start-service.mjs";
import { timed } from "./measure/timed.mjs";

/** Selects all rows of the table. */
export const all = "select * from events";
const large = `select number as id, toDateTime(number) as at, '${"x".repeat(100)}' as text from numbers(${largeCount})`;

/** Seven columns of common types, with text that needs escaping. */
const tableSql = `create table events (id Int64, at DateTime, name String, amount Nullable(Decimal(12, 2)), active UInt8,
  note String, day Date) engine = MergeTree order by id`;
const rowsSql = `insert into events select number, toDateTime('2024-01-01 00:00:00') + number,
  concat('Ünïcode näme ', toString(number)), if(number % 10 > 0, toDecimal64(number % 1000000, 2), null), number % 3 = 0,
  concat('said "hi"\\nback\\\\slash ', toString(number), ' 😀 ', substring('${"x".repeat(40)}', 1, number % 40)),
  toDate('2024-01-01') + number % 1000 from numbers(${rowCount})`;

/**
 * Compares ClickHouse 18.16 through a service with curl, which reads the same rows from the server as lines of JSON and
 * discards them. Runs are interleaved; a ratio is the median of the ratios of single rounds.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const place = await makePlace();
  try {
    return { title: "ClickHouse", rows: await runParts({ speed, memory }, place) };
  } finally {
    await place.stop();
  }
}

/**
 * Starts a server with the table, and our service.
 *
 * @returns {Promise<object>} Our service and the functions that read.
 */
export async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-clickhouse-bench-"));
  const server = await startClickhouse();
  server.run(tableSql);
  server.run(rowsSql);
  const ours = await startService(new URL("./clickhouse/wellhead.mjs", import.meta.url), [
    String(server.port),
  ]);
  const reader = makeReader(folder);
  return {
    ours,
    read: (service, sql, options) =>
      reader(service, { source: "query", account: {}, filter: { sql } }, options),
    floor: () => timed(() => discardRows(server)),
    stop: async () => {
      ours.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Reads all rows over the same interface that the service uses. */
function discardRows({ port }) {
  const url = `http://127.0.0.1:${port}/?database=shop`;
  const sql = `${all} format JSONEachRow`;
  execFileSync("curl", ["-sS", "--fail", "-o", "/dev/null", url, "--data-binary", sql], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function speed({ ours, read, floor }) {
  return compareFormats({
    database: "ClickHouse",
    against: "curl of JSONEachRow to /dev/null",
    service: ours,
    read: (options) => read(ours, all, options),
    floor,
    limits: streamLimits,
  });
}

function memory({ ours, read }) {
  return memoryOf({
    service: ours,
    readOne: () => read(ours, "select 1 as one"),
    readAll: (options) => read(ours, large, options),
    above: "Memory above idle, ClickHouse",
  });
}
