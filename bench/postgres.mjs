import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startPostgres } from "./databases/start-postgres.mjs";
import { median } from "./server/median.mjs";
import { startService } from "./server/start-service.mjs";

const rowCount = Number(process.env["BENCH_ROWS"] ?? 2_000_000);
const largeCount = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const mebibyte = 2 ** 20;
const all = "select * from events";
const copy = "\\copy events to '/dev/null'";

/** Seven columns of the usual kinds, with text that needs escaping. */
const tableSql = `
create table events as select i::bigint as id, timestamptz '2024-01-01' + i * interval '1.234567 s' as at,
  'Ünïcode näme ' || i as name, case when i % 10 > 0 then (i * 1.37)::numeric(12, 2) end as amount, i % 3 = 0 as active,
  'said "hi"' || chr(10) || 'back\\slash ' || i || ' 😀 ' || repeat('x', i % 40) as note,
  array['a b', 'c"d', 'e' || i] as tags from generate_series(1, ${rowCount}) i;
create role reader login;
grant select on events to reader;`;

/**
 * PostgreSQL over HTTP against the bare wire (a C program that reads all rows and drops them) and against
 * pg-query-stream with JSON.stringify. Runs are interleaved; a ratio is the median of ratios of one round.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "wellhead-wire-"));
  const wire = join(folder, "wire-floor");
  execFileSync("cc", ["-O2", "-o", wire, fileURLToPath(new URL("databases/wire-floor.c", import.meta.url))]);
  server.admin(tableSql);
  server.admin("vacuum analyze events");
  const ours = await startService("../databases/wellhead-postgres.mjs", [String(server.port)]);
  const theirs = await startService("../databases/query-stream.mjs", [String(server.port)]);
  const place = {
    ours,
    theirs,
    floor: () => timed(() => execFileSync(wire, [String(server.port), "reader", "postgres", all])),
  };
  try {
    return {
      title: "Databases",
      rows: [...(await speed(place, server)), ...(await memory(ours)), ...(await together(ours))],
    };
  } finally {
    ours.stop();
    theirs.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function speed({ ours, theirs, floor }, { port }) {
  const ways = {
    floor,
    json: () => timed(() => pull(ours, { sql: all })),
    ndjson: () => timed(() => pull(ours, { sql: all, accept: "application/x-ndjson" })),
    csv: () => timed(() => pull(ours, { sql: all, accept: "text/csv" })),
    copy: () =>
      timed(() => execFileSync("psql", [`postgresql://reader@127.0.0.1:${port}/postgres`, "-c", copy])),
    stringify: () => timed(() => drain(request(`${theirs.url}/?sql=${encodeURIComponent(all)}`))),
  };
  return speedRows(await race(ways));
}

/** Runs every way in turn, round after round; the slowest way three times only. */
async function race(ways) {
  await ways.json();
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const time = {};
    for (const [name, way] of Object.entries(ways))
      if (name !== "stringify" || round < 3) time[name] = await way();
    times.push(time);
  }
  return times;
}

function speedRows(times) {
  const seconds = (name) => Number((median(times.flatMap((time) => time[name] ?? [])) / 1000).toFixed(2));
  const ratio = (name) =>
    Number(median(times.flatMap((time) => (time[name] ? time[name] / time.floor : []))).toFixed(2));
  const line = (what, name, limit) => ({
    what,
    value: seconds(name),
    unit: "s",
    ratio: ratio(name),
    ...(limit !== undefined && { limit, ok: ratio(name) <= limit }),
  });
  const faster = Number(
    median(times.flatMap(({ stringify, json }) => (stringify ? stringify / json : []))).toFixed(1),
  );
  return [
    line(`PostgreSQL, ${rowCount} rows: the bare wire`, "floor"),
    line("to JSON over HTTP, against the bare wire", "json", 1.3),
    line("to NDJSON over HTTP, against the bare wire", "ndjson", 1.3),
    line("to CSV over HTTP, against the bare wire", "csv", 1.3),
    line("psql \\copy to /dev/null, against the bare wire", "copy"),
    line("pg-query-stream + JSON.stringify, against the bare wire", "stringify"),
    {
      what: "pg-query-stream + JSON.stringify, against ours",
      value: faster,
      unit: "×",
      ratio: faster,
      limit: 7,
      ok: faster >= 7,
    },
  ];
}

async function memory(ours) {
  const sql = `select generate_series(1, ${largeCount}) as id, now() as at, repeat('x', 100) as text`;
  await pull(ours, { sql, limit: 1 });
  await wait(1000);
  const idle = await ours.rss();
  const fast = await peakWhile(ours, () => pull(ours, { sql }));
  const slow = await peakWhile(ours, () => pullSlowly(ours, sql, { bytesPerSecond: 5_000_000, seconds: 20 }));
  const line = (what, peak) => ({
    what,
    value: Math.round((peak - idle) / mebibyte),
    unit: "MiB",
    limit: 64,
    ok: peak - idle <= 64 * mebibyte,
  });
  return [
    line(`Memory above idle, ${largeCount} rows, reader as fast as it can`, fast),
    line("Memory above idle, reader at 5 MB/s for 20 s", slow),
  ];
}

async function together(ours) {
  const sql = `${all} limit ${Math.round(rowCount / 10)}`;
  const one = await timed(() => pull(ours, { sql }));
  const latencies = [];
  let running = true;
  const probe = (async () => {
    while (running) {
      latencies.push(await timed(() => drain(request(`${ours.url}/`))));
      await wait(5);
    }
  })();
  const time = await timed(() => Promise.all(Array.from({ length: 20 }, () => pull(ours, { sql }))));
  running = false;
  await probe;
  const worst = latencies.toSorted((left, right) => left - right)[Math.floor(latencies.length * 0.99)] ?? 0;
  const share = Number(((20 * one) / time).toFixed(2));
  return [
    { what: "20 streams at once, throughput against one stream", value: share, unit: "×", ratio: share },
    {
      what: "GET / beside 20 streams, 99th percentile",
      value: Math.round(worst),
      unit: "ms",
      limit: 50,
      ok: worst < 50,
    },
  ];
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

function ask(ours, { sql, limit, accept = "application/json" }) {
  const asked = request(`${ours.url}/`, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
  });
  asked.write(
    JSON.stringify({ source: "query", account: {}, filter: { sql }, ...(limit !== undefined && { limit }) }),
  );
  return asked;
}

const pull = (ours, options) => drain(ask(ours, options));

async function drain(asked) {
  asked.end();
  const [response] = await once(asked, "response");
  if (response.statusCode !== 200)
    throw new Error(`Read rows: found status ${response.statusCode}, wanted 200`);
  response.resume();
  await once(response, "end");
}

async function pullSlowly(ours, sql, { bytesPerSecond, seconds }) {
  const asked = ask(ours, { sql });
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
