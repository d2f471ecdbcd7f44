import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largeCount, rowCount } from "./measure/counts.mjs";
import { firstByteOf, firstByteOnly } from "./measure/first-byte-of.mjs";
import { compareFormats } from "./measure/formats.mjs";
import { latencyWhile } from "./measure/latency-while.mjs";
import { makeReader } from "./measure/make-reader.mjs";
import { memoryOf } from "./measure/memory-of.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { startService } from "./measure/start-service.mjs";
import { timed } from "./measure/timed.mjs";

const all = "select * from events";

/** Seven columns of common types, with text that needs escaping. */
const tableSql = `
create table events (id integer primary key, at datetime, name text, amount numeric, active boolean, note text, tags text);
with recursive i(i) as (select 1 union all select i + 1 from i limit ${rowCount})
insert into events select i, strftime('%Y-%m-%d %H:%M:%f', 1704067200 + i * 1.234567, 'unixepoch'), 'Ünïcode näme ' || i,
  case when i % 10 > 0 then round(i * 1.37, 2) end, i % 3 = 0,
  'said "hi"' || char(10) || 'back\\slash ' || i || ' 😀 ' || substr('${"x".repeat(40)}', 1, i % 40),
  '["a b","c\\"d","e' || i || '"]' from i;`;

/**
 * Compares SQLite over HTTP with its own client, Debian's `sqlite3 -json`, and with rows as objects passed to
 * JSON.stringify. Runs are interleaved; a ratio is the median of the ratios of single rounds.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const place = await makePlace();
  const theirs = await startService(new URL("./sqlite/iterate.mjs", import.meta.url), [place.file]);
  const parts = { speed, memory, "first-byte": firstByte, together };
  try {
    return { title: "SQLite", rows: await runParts(parts, { ...place, theirs }) };
  } finally {
    theirs.stop();
    await place.stop();
  }
}

/**
 * Writes a database with the table, and starts our service.
 *
 * @returns {Promise<object>} The file, our service, and the function that reads.
 */
export async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-sqlite-"));
  const file = join(folder, "events.db");
  execFileSync("sqlite3", [file], { input: tableSql });
  const ours = await startService(new URL("./sqlite/wellhead-sqlite.mjs", import.meta.url), [folder]);
  return {
    file,
    ours,
    read: makeReader(folder),
    stop: async () => {
      ours.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function speed({ ours, theirs, file, read }) {
  const stdio = ["ignore", "ignore", "inherit"];
  const way = (service, body) => ({ service, run: async () => (await read(service, body)).total });
  return compareFormats({
    database: "SQLite",
    against: "sqlite3 -json to /dev/null",
    service: ours,
    read: (options) => read(ours, table, options),
    floor: () => timed(() => execFileSync("sqlite3", ["-json", file, all], { stdio })),
    others: {
      query: { what: "a query to JSON over HTTP", way: way(ours, query(all)) },
      stringify: { what: "iterate + JSON.stringify", way: way(theirs, {}) },
    },
    limits: { atMost: 1.5 },
  });
}

/** Measures the memory of the service and of its engines, so that memory in other processes is counted too. */
function memory({ ours, read }) {
  const large = query(`with recursive i(i) as (select 1 union all select i + 1 from i limit ${largeCount})
    select i as id, '2024-01-01' as day, '${"x".repeat(100)}' as text from i`);
  return memoryOf({
    service: ours,
    readOne: () => read(ours, { ...large, limit: 1 }),
    readAll: (options) => read(ours, large, options),
    above: "Memory above idle, SQLite with its engines",
  });
}

async function firstByte({ ours, read }) {
  const what = `First byte of ${rowCount.toLocaleString("en-US")} rows`;
  return [await firstByteOf(async () => (await read(ours, table, firstByteOnly)).first, { what })];
}

/** Measures small requests while streams are running. */
async function together({ ours, read }) {
  const quarter = { ...table, limit: Math.round(rowCount / 4) };
  const readFour = () => Promise.all(Array.from({ length: 4 }, () => read(ours, quarter)));
  return [await latencyWhile(ours, "4 streams", readFour)];
}

/** Requests all rows of the table. */
export const table = { source: "table", account: {}, filter: { schema: "events.db", table: "events" } };

function query(sql) {
  return { source: "query", account: {}, filter: { schema: "events.db", sql } };
}
