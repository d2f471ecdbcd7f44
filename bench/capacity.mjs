import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeData } from "./files/make-data.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { makeReader } from "./measure/make-reader.mjs";
import { openReaders } from "./measure/open-readers.mjs";
import { startService } from "./measure/start-service.mjs";
import { makePlace } from "./postgres/place.mjs";

/** Rows of a stream, and number of streams at a time. */
const rowCount = Number(process.env["BENCH_ROWS"] ?? 200_000);
const streamCount = Number(process.env["BENCH_STREAMS"] ?? 16);

const mebibyte = 2 ** 20;

/** The kinds of connectors: each starts a service, and returns it with a request for all rows. */
const kinds = { objects, files, sqlite, postgres };

/**
 * Measures what a machine needs for each kind of connector: rows per second of one stream and of several, processor time,
 * and the memory of streams whose callers do not read.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const chosen = (process.env["BENCH_PARTS"] ?? Object.keys(kinds).join(",")).split(",");
  const folder = mkdtempSync(join(tmpdir(), "wellhead-capacity-"));
  const rows = [];
  try {
    const read = makeReader(folder);
    for (const name of chosen) {
      const place = await kinds[name](folder);
      try {
        rows.push(...(await measure(name, place, read)));
      } finally {
        await place.stop();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { title: `Capacity, streams of ${rowCount.toLocaleString("en-US")} rows`, rows };
}

async function measure(name, { service, body }, read) {
  await read(service, { ...body, limit: 1 });
  const one = await timeStreams(service, () => read(service, body), 1);
  const several = await timeStreams(service, () => read(service, body), 4);
  const idle = (await service.usage()).rss;
  const { count, close } = await openReaders(service, body, streamCount);
  await delay(1000);
  const held = (await service.usage()).rss - idle;
  close();
  const figure = (what, value, unit) => singleFigure(`${name}: ${what}`, { value: Math.round(value), unit });
  return [
    figure("one stream", one.perSecond, "rows/s"),
    figure("four streams together", several.perSecond, "rows/s"),
    singleFigure(`${name}: processor time of a million rows`, { value: several.processor, unit: "s" }),
    figure("memory of the service without streams", idle / mebibyte, "MiB"),
    singleFigure(`${name}: memory of a stream whose caller does not read`, {
      value: Number((held / mebibyte / count).toFixed(2)),
      unit: "MiB",
    }),
    figure(`streams at a time, of ${streamCount} requested`, count, "streams"),
  ];
}

async function timeStreams(service, run, count) {
  const before = (await service.usage()).processorSeconds;
  const start = performance.now();
  await Promise.all(Array.from({ length: count }, run));
  const seconds = (performance.now() - start) / 1000;
  const used = (await service.usage()).processorSeconds - before;
  const total = rowCount * count;
  return { perSecond: total / seconds, processor: Number(((used / total) * 1e6).toFixed(2)) };
}

async function objects() {
  const service = await startService(new URL("./server/wellhead.mjs", import.meta.url), ["silent"]);
  const account = { auth: "token", token: "none" };
  return { service, body: { source: "rows", account, limit: rowCount }, stop: service.stop };
}

async function files() {
  const data = await makeData(rowCount, ["csv"]);
  const service = await startService(new URL("./files/serve-folder.mjs", import.meta.url), [data]);
  return { service, body: { source: "rows-csv", account: {} }, stop: service.stop };
}

async function sqlite(folder) {
  const sql = `create table events as with recursive i(id) as (select 1 union all select id + 1 from i limit ${rowCount})
    select id, '2024-01-01 00:00:00' as at, 'Ünïcode näme ' || id as name, id * 1.37 as amount, id % 3 = 0 as active,
      'said "hi"' || char(10) || 'back\\slash ' || id || '${"x".repeat(60)}' as note from i;`;
  execFileSync("sqlite3", [join(folder, "events.db")], { input: sql });
  const service = await startService(new URL("./sqlite/wellhead-sqlite.mjs", import.meta.url), [folder]);
  const filter = { schema: "events.db", table: "events" };
  return { service, body: { source: "table", account: {}, filter }, stop: service.stop };
}

async function postgres() {
  const place = await makePlace();
  const sql = `select * from events limit ${rowCount}`;
  return {
    service: place.ours,
    body: { source: "query", account: {}, filter: { sql } },
    stop: place.stop,
  };
}
