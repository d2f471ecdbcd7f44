import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { converse } from "./files/converse.mjs";
import { makeData } from "./files/make-data.mjs";
import { rounds, rowCount } from "./measure/counts.mjs";
import { median } from "./measure/median.mjs";

const run = promisify(execFile);
const manyRows = Number(process.env["BENCH_MANY_ROWS"] ?? 20_000_000);
const fewRows = 200_000;
const megabyte = 2 ** 20;

/**
 * Compares reading files through the connector over HTTP with the engine copying the same rows to the null device. Runs
 * alternate; the ratio is the median of the ratios of neighbouring runs. The client is `curl`, in a process of its own.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const folder = await makeData(rowCount, ["parquet", "csv"]);
  return {
    title: `Files, ${rowCount.toLocaleString("en-US")} rows`,
    rows: [...(await speeds(folder)), await leaving(), ...(await memory())],
  };
}

async function speeds(folder) {
  const floor = converse("engine-floor.mjs");
  const service = converse("serve-folder.mjs", [folder]);
  try {
    const url = await service.hear();
    const ways = [
      { source: "rows", file: "rows.parquet", format: "json", limit: 1.5 },
      { source: "rows", file: "rows.parquet", format: "ndjson" },
      { source: "rows", file: "rows.parquet", format: "csv" },
      { source: "rows-csv", file: "rows-csv.csv", format: "json", limit: 1.5 },
    ];
    for (const way of ways) await pull(url, way, { limit: 1000 });
    const results = ways.map(() => ({ ratios: [], seconds: [], firsts: [], floors: [] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, way] of ways.entries()) {
        const alone = Number(await floor.ask(join(folder, way.file)));
        const { total, first } = await pull(url, way);
        results[index].ratios.push(total / alone);
        results[index].seconds.push(total);
        results[index].firsts.push(first * 1000);
        results[index].floors.push(alone);
      }
    }
    return ways.flatMap((way, index) => describe(way, results[index]));
  } finally {
    await service.stop();
    await floor.stop();
  }
}

function describe({ file, format, limit }, { ratios, seconds, firsts, floors }) {
  const kind = file.split(".")[1];
  const ratio = Number(median(ratios).toFixed(2));
  const first = Math.round(median(firsts));
  const speed = {
    what: `${kind} as ${format}, against the engine's own copy to nowhere (${median(floors).toFixed(2)} s)`,
    value: Number(median(seconds).toFixed(2)),
    unit: "s",
    ratio,
  };
  if (limit === undefined) return [speed];
  return [
    { ...speed, limit: `${limit} ×`, ok: ratio <= limit },
    { what: `${kind} as ${format}, first byte`, value: first, unit: "ms", limit: "100 ms", ok: first <= 100 },
  ];
}

const mediaTypes = { json: "application/json", ndjson: "application/x-ndjson", csv: "text/csv" };

async function pull(url, { source, format }, request = {}) {
  const { stdout } = await run("curl", [
    "--silent",
    "--fail",
    "--output",
    "/dev/null",
    "--write-out",
    "%{time_total} %{time_starttransfer}",
    "--header",
    "content-type: application/json",
    "--header",
    `accept: ${mediaTypes[format]}`,
    "--data",
    JSON.stringify({ source, account: {}, filter: {}, ...request }),
    url,
  ]);
  const [total, first] = stdout.split(" ").map(Number);
  return { total, first };
}

/** Returns the memory and the processor time of a service. */
async function look(service) {
  const [resident, processor] = (await service.ask("look")).split(" ").map(Number);
  return { resident, processor: processor / 1000 };
}

/**
 * Measures how long the engine keeps working after the caller of an endless query has left, by the processor time of
 * the service.
 */
async function leaving() {
  const service = converse("serve-folder.mjs", [await makeData(fewRows, ["parquet"])]);
  const url = await service.hear();
  const times = [];
  const sql = "SELECT count(*) AS n FROM range(1000000000000) t(i) WHERE hash(i) = 1";
  try {
    for (let round = 0; round < rounds; round += 1) {
      const caller = new AbortController();
      const asked = fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source: "rows", account: {}, filter: { sql } }),
        signal: caller.signal,
      }).catch(() => undefined);
      await delay(1000);
      caller.abort();
      times.push(await busyFor(service));
      await asked;
    }
  } finally {
    await service.stop();
  }
  const value = Math.round(Math.max(...times));
  return {
    what: "Engine at work after its caller has left, at most",
    value,
    unit: "ms",
    limit: "250 ms",
    ok: value <= 250,
  };
}

/** Returns the milliseconds until a service uses less than a fifth of a core, averaged over a second. */
async function busyFor(service) {
  const start = performance.now();
  let [busy, last, used] = [0, start, (await look(service)).processor];
  while (last - start < 1000) {
    await delay(20);
    const { processor } = await look(service);
    const now = performance.now();
    if (processor - used > (now - last) / 5) busy = now - start;
    [last, used] = [now, processor];
  }
  return busy;
}

/** Compares the memory of the service after a long stream with that after a short one, each in a new service. */
async function memory() {
  const few = await peak(fewRows);
  const many = await peak(manyRows);
  const grown = Math.round((many - few) / megabyte);
  return [
    {
      what: `Memory after ${fewRows.toLocaleString("en-US")} rows`,
      value: Math.round(few / megabyte),
      unit: "MiB",
    },
    {
      what: `Memory while ${manyRows.toLocaleString("en-US")} rows are sent, above that`,
      value: grown,
      unit: "MiB",
      limit: "64 MiB",
      ok: grown <= 64,
    },
  ];
}

async function peak(rows) {
  const service = converse("serve-folder.mjs", [await makeData(rows, ["parquet"])]);
  const url = await service.hear();
  let highest = 0;
  const measure = async () => {
    highest = Math.max(highest, (await look(service)).resident);
  };
  try {
    const pulling = pull(url, { source: "rows", format: "json" });
    const timer = setInterval(() => void measure(), 250);
    await pulling.finally(() => clearInterval(timer));
    await measure();
    return highest;
  } finally {
    await service.stop();
  }
}
