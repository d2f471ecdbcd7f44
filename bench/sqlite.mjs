import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { median } from "./server/median.mjs";
import { startService } from "./server/start-service.mjs";

const rowCount = Number(process.env["BENCH_ROWS"] ?? 2_000_000);
const largeCount = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const mebibyte = 2 ** 20;
const all = "select * from events";

/** Seven columns of the usual kinds, with text that needs escaping. */
const tableSql = `
create table events (id integer primary key, at datetime, name text, amount numeric, active boolean, note text, tags text);
with recursive i(i) as (select 1 union all select i + 1 from i limit ${rowCount})
insert into events select i, strftime('%Y-%m-%d %H:%M:%f', 1704067200 + i * 1.234567, 'unixepoch'), 'Ünïcode näme ' || i,
  case when i % 10 > 0 then round(i * 1.37, 2) end, i % 3 = 0,
  'said "hi"' || char(10) || 'back\\slash ' || i || ' 😀 ' || substr('${"x".repeat(40)}', 1, i % 40),
  '["a b","c\\"d","e' || i || '"]' from i;`;

/**
 * SQLite over HTTP against its own client, Debian's `sqlite3 -json`, and against rows as objects through
 * JSON.stringify. Runs are interleaved; a ratio is the median of ratios of one round.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-sqlite-"));
  const file = join(folder, "events.db");
  execFileSync("sqlite3", [file], { input: tableSql });
  const ours = await startService("../sqlite/wellhead-sqlite.mjs", [folder]);
  const theirs = await startService("../sqlite/iterate.mjs", [file]);
  try {
    const speed = await race({ ours, theirs, file });
    return { title: "SQLite", rows: [...speed, ...(await memory(ours)), ...(await beside(ours))] };
  } finally {
    ours.stop();
    theirs.stop();
    rmSync(folder, { recursive: true });
  }
}

async function race({ ours, theirs, file }) {
  const ways = {
    floor: () => execFileSync("sqlite3", ["-json", file, all], { stdio: ["ignore", "ignore", "inherit"] }),
    json: () => pull(ours, table()),
    ndjson: () => pull(ours, table(), "application/x-ndjson"),
    csv: () => pull(ours, table(), "text/csv"),
    query: () => pull(ours, query(all)),
    stringify: () => drain(request(`${theirs.url}/`)),
  };
  await ways.json();
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const time = {};
    for (const [name, way] of Object.entries(ways)) time[name] = await timed(way);
    times.push(time);
  }
  const line = (what, name, limit) => {
    const ratio = Number(median(times.map((time) => time[name] / time.floor)).toFixed(2));
    const value = Number((median(times.map((time) => time[name])) / 1000).toFixed(2));
    return { what, value, unit: "s", ratio, ...(limit !== undefined && { limit, ok: ratio <= limit }) };
  };
  return [
    line(`SQLite, ${rowCount} rows: sqlite3 -json to /dev/null`, "floor"),
    line("table to JSON over HTTP, against sqlite3 -json", "json", 1.5),
    line("table to NDJSON over HTTP, against sqlite3 -json", "ndjson", 1.5),
    line("table to CSV over HTTP, against sqlite3 -json", "csv", 1.5),
    line("query to JSON over HTTP, against sqlite3 -json", "query"),
    line("iterate + JSON.stringify, against sqlite3 -json", "stringify"),
  ];
}

/** Memory of the service and of its engines, so that nothing hides in another process. */
async function memory(ours) {
  const sql = `with recursive i(i) as (select 1 union all select i + 1 from i limit ${largeCount})
    select i as id, '2024-01-01' as day, '${"x".repeat(100)}' as text from i`;
  await pull(ours, { ...query(sql), limit: 1 });
  await wait(1000);
  const idle = await ours.rss();
  const fast = await peakWhile(ours, () => pull(ours, query(sql)));
  const slow = await peakWhile(ours, () =>
    pullSlowly(ours, query(sql), { bytesPerSecond: 5_000_000, seconds: 20 }),
  );
  const line = (what, peak) => ({
    what,
    value: Math.round((peak - idle) / mebibyte),
    unit: "MiB",
    limit: 64,
    ok: peak - idle <= 64 * mebibyte,
  });
  return [
    line(`Memory above idle, engines included, ${largeCount} rows, reader as fast as it can`, fast),
    line("Memory above idle, engines included, reader at 5 MB/s for 20 s", slow),
  ];
}

/** The first byte of a large table, and small requests beside streams. */
async function beside(ours) {
  const first = [];
  for (let round = 0; round < rounds; round += 1) first.push(await firstByte(ours, table()));
  const latencies = [];
  let running = true;
  const probe = (async () => {
    while (running) {
      latencies.push(await timed(() => drain(request(`${ours.adminUrl}/live`))));
      await wait(5);
    }
  })();
  await Promise.all(
    Array.from({ length: 4 }, () => pull(ours, { ...table(), limit: Math.round(rowCount / 4) })),
  );
  running = false;
  await probe;
  const worst = latencies.toSorted((left, right) => left - right)[Math.floor(latencies.length * 0.99)] ?? 0;
  return [
    { what: `First byte of ${rowCount} rows`, value: Math.round(median(first)), unit: "ms" },
    {
      what: "GET /live beside 4 streams, 99th percentile",
      value: Math.round(worst),
      unit: "ms",
      limit: 50,
      ok: worst < 50,
    },
  ];
}

const table = () => ({ source: "table", account: {}, filter: { schema: "events.db", table: "events" } });
const query = (sql) => ({ source: "query", account: {}, filter: { schema: "events.db", sql } });

function ask(ours, body, accept = "application/json") {
  const headers = { "content-type": "application/json", accept };
  const asked = request(`${ours.url}/`, { method: "POST", headers });
  asked.write(JSON.stringify(body));
  return asked;
}

const pull = (ours, body, accept) => drain(ask(ours, body, accept));

async function firstByte(ours, body) {
  const start = performance.now();
  const asked = ask(ours, body);
  asked.end();
  const [response] = await once(asked, "response");
  await once(response, "data");
  response.destroy();
  return performance.now() - start;
}

async function drain(asked) {
  asked.end();
  const [response] = await once(asked, "response");
  if (response.statusCode !== 200)
    throw new Error(`Read rows: found status ${response.statusCode}, wanted 200`);
  response.resume();
  await once(response, "end");
}

async function pullSlowly(ours, body, { bytesPerSecond, seconds }) {
  const asked = ask(ours, body);
  asked.end();
  const [response] = await once(asked, "response");
  const start = performance.now();
  let read = 0;
  for await (const chunk of response) {
    read += chunk.length;
    const due = (read / bytesPerSecond) * 1000;
    const passed = performance.now() - start;
    if (passed > seconds * 1000) break;
    if (due > passed) await wait(due - passed);
  }
}

async function peakWhile(service, work) {
  let running = true;
  let peak = 0;
  const watch = (async () => {
    while (running) {
      peak = Math.max(peak, await service.rss());
      await wait(200);
    }
  })();
  await work();
  running = false;
  await watch;
  return peak;
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
