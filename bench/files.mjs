import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { converse } from "./files/converse.mjs";
import { makeData } from "./files/make-data.mjs";
import { rounds, rowCount } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { makeReader } from "./measure/make-reader.mjs";
import { peakWhile } from "./measure/peak-while.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { spreadOf } from "./measure/spread.mjs";
import { startService } from "./measure/start-service.mjs";

const manyRows = Number(process.env["BENCH_MANY_ROWS"] ?? 20_000_000);
const fewRows = 200_000;
const megabyte = 2 ** 20;
const service = new URL("./files/serve-folder.mjs", import.meta.url);
const limits = { atMost: 1.5 };

/** The compared readings; each engine copies the same file to the null device as JSON. */
const readings = [
  { name: "Parquet to JSON", source: "rows", file: "rows.parquet", accept: "application/json", limits },
  { name: "Parquet to NDJSON", source: "rows", file: "rows.parquet", accept: "application/x-ndjson", limits },
  { name: "Parquet to CSV", source: "rows", file: "rows.parquet", accept: "text/csv", limits },
  { name: "CSV to JSON", source: "rows-csv", file: "rows-csv.csv", accept: "application/json", limits },
];

/**
 * Compares reading files through the connector over HTTP with the engine copying the same rows to the null device. Runs
 * alternate; a ratio is that of neighbouring runs.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-files-"));
  const reader = makeReader(folder);
  const read = ({ url }, { source, accept }, request) =>
    reader({ url }, { source, account: {}, filter: {}, ...request }, { accept });
  try {
    return { title: "Files", rows: await runParts({ speed, leaving, memory }, { read }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function speed({ read }) {
  const folder = await makeData(rowCount, ["parquet", "csv"]);
  const floor = converse("engine-floor.mjs");
  const ours = await startService(service, [folder]);
  try {
    const firsts = new Map(readings.map(({ name }) => [name, []]));
    const ways = {};
    for (const reading of readings) {
      const { name, file } = reading;
      await read(ours, reading, { limit: 1000 });
      ways[`floor of ${name}`] = { run: async () => Number(await floor.ask(join(folder, file))) * 1000 };
      ways[name] = {
        service: ours,
        run: async () => {
          const { total, first } = await read(ours, reading);
          firsts.get(name).push(first);
          return total;
        },
      };
    }
    const results = await race(ways, rounds);
    return readings.flatMap((reading) => describe(results, reading, firsts.get(reading.name)));
  } finally {
    ours.stop();
    await floor.stop();
  }
}

function describe(results, { name, limits: ratio }, firsts) {
  const first = spreadOf(firsts, 0);
  const what = `${rowCount.toLocaleString("en-US")} rows of ${name} over HTTP, against DuckDB's own copy to JSON in /dev/null`;
  return [
    figureOf(results, {
      what,
      name,
      against: `floor of ${name}`,
      count: rowCount,
      limits: ratio,
      published: true,
    }),
    {
      what: `First byte of ${name}`,
      value: first,
      unit: "ms",
      runs: firsts.length,
      limits: { atMost: 100 },
      ok: first.median <= 100,
      published: true,
    },
  ];
}

/**
 * Measures whether the engine stops when the caller of an endless query has left, by the processor time of the service
 * in the next second. An engine that went on would use both cores; the start of the next one takes some 200 ms.
 */
async function leaving() {
  const ours = await startService(service, [await makeData(fewRows, ["parquet"])]);
  const times = [];
  const sql = "SELECT count(*) AS n FROM range(1000000000000) t(i) WHERE hash(i) = 1";
  try {
    for (let round = 0; round < rounds; round += 1) {
      const caller = new AbortController();
      const asked = fetch(ours.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ source: "rows", account: {}, filter: { sql } }),
        signal: caller.signal,
      }).catch(() => undefined);
      await delay(1000);
      caller.abort();
      const before = await ours.usage();
      await delay(1000);
      const after = await ours.usage();
      times.push((after.processorSeconds - before.processorSeconds) * 1000);
      await asked;
    }
  } finally {
    ours.stop();
  }
  const value = Math.round(Math.max(...times));
  return [
    singleFigure("Processor time in the second after the caller of an endless query has left, at most", {
      value,
      unit: "ms",
      atMost: 500,
    }),
  ];
}

/** Compares the memory of the service after a long stream with that after a short one, each in a new service. */
async function memory({ read }) {
  const few = await peak(read, fewRows);
  const many = await peak(read, manyRows);
  const [short, long] = [fewRows, manyRows].map((count) => count.toLocaleString("en-US"));
  return [
    singleFigure(`Memory while ${short} rows of Parquet are sent`, {
      value: Math.round(few / megabyte),
      unit: "MiB",
    }),
    singleFigure(`Memory while ${long} rows of Parquet are sent, above that of ${short}`, {
      value: Math.round((many - few) / megabyte),
      unit: "MiB",
      atMost: 64,
      published: true,
    }),
  ];
}

async function peak(read, rows) {
  const ours = await startService(service, [await makeData(rows, ["parquet"])]);
  try {
    return await peakWhile(ours, () => read(ours, { source: "rows", accept: "application/json" }));
  } finally {
    ours.stop();
  }
}
