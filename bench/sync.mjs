import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { rounds, rowCount } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { median } from "./measure/spread.mjs";
import { startService } from "./measure/start-service.mjs";
import { readPages, readStream } from "./sync/read-pages.mjs";

const program = fileURLToPath(new URL("../packages/cli/bin/wellhead.js", import.meta.url));
const reporter = new URL("./sync/report-usage.mjs", import.meta.url).href;
/** Rows of the largest table, whose copy shows how memory grows. */
const growthCount = Number(process.env["BENCH_SYNC_ROWS"] ?? 5 * rowCount);

const parts = { paging, copy, memory };

/**
 * Measures the synchronization of tables of PostgreSQL: pages against one response with the same rows, the time of a
 * page by its number, and `wellhead pull --sync` into Parquet.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const server = await startPostgres({ isOpen: true, settings: ["shared_buffers=512MB"] });
  server.admin("create role reader login");
  const makeTable = (name, count) =>
    server.admin(`create table ${name} as select i::bigint as id, timestamptz '2024-01-01' + i * interval '1.234567 s' as at,
      'Ünïcode näme ' || i as name, case when i % 10 > 0 then (i * 1.37)::numeric(12, 2) end as amount, i % 3 = 0 as active,
      'said "hi"' || chr(10) || repeat('x', i % 40) as note from generate_series(1, ${count}) i;
      alter table ${name} add primary key (id); grant select on ${name} to reader`);
  makeTable("events", rowCount);
  server.admin("vacuum analyze");
  const services = [];
  const serve = async (...tables) => {
    const file = new URL("./sync/wellhead-tables.mjs", import.meta.url);
    const service = await startService(file, [String(server.port), ...tables]);
    services.push(service);
    const { sources } = await (await fetch(service.url)).json();
    return { service, sources: sources.map(({ id }) => id) };
  };
  try {
    return { title: "Synchronize", rows: await runParts(parts, { serve, makeTable }) };
  } finally {
    for (const service of services) service.stop();
    await server.stop();
  }
}

async function paging({ serve }) {
  const { service, sources } = await serve("public.events");
  const [source] = sources;
  const growths = [];
  let pages = 0;
  const ways = {
    stream: { service, run: () => readStream(service.url, source) },
    pages: {
      service,
      run: async () => {
        const { milliseconds } = await readPages(service.url, source);
        pages = milliseconds.length;
        const tenth = Math.ceil(pages / 10);
        growths.push(median(milliseconds.slice(-tenth)) / median(milliseconds.slice(0, tenth)));
        return milliseconds.reduce((sum, one) => sum + one, 0);
      },
    },
  };
  const results = await race(ways, rounds);
  const rows = { count: rowCount };
  return [
    figureOf(results, { what: "one response of POST /", name: "stream", ...rows }),
    figureOf(results, {
      what: "pages of 1,000 rows",
      name: "pages",
      against: "stream",
      limits: { atMost: 1.2 },
      ...rows,
    }),
    singleFigure(`time of a page: the last tenth of ${pages} against the first`, {
      value: median(growths),
      unit: "×",
      atMost: 1.2,
    }),
  ];
}

async function copy({ serve }) {
  const { service } = await serve("public.events");
  const { seconds, client, server } = await copyFolder(service);
  return [
    singleFigure(`pull --sync of ${rowCount.toLocaleString("en-US")} rows into Parquet`, {
      value: rowCount / seconds,
      unit: "rows/s",
      atLeast: 300_000,
    }),
    singleFigure("processor time of the client per million rows", {
      value: (client.processorSeconds * 1e6) / rowCount,
      unit: "s",
    }),
    singleFigure("processor time of the service per million rows", {
      value: (server * 1e6) / rowCount,
      unit: "s",
    }),
  ];
}

async function memory({ serve, makeTable }) {
  makeTable("many_events", growthCount);
  const few = await copyFolder((await serve("public.events")).service);
  const many = await copyFolder((await serve("public.many_events")).service);
  return [
    singleFigure(`memory of pull --sync, ${rowCount.toLocaleString("en-US")} rows`, {
      value: mebibytes(few.client.rss),
      unit: "MiB",
    }),
    singleFigure(`memory of pull --sync, ${growthCount.toLocaleString("en-US")} rows`, {
      value: mebibytes(many.client.rss),
      unit: "MiB",
    }),
    singleFigure("growth of memory per million rows", {
      value: (mebibytes(many.client.rss) - mebibytes(few.client.rss)) / ((growthCount - rowCount) / 1e6),
      unit: "MiB",
    }),
  ];
}

function mebibytes(bytes) {
  return Math.round(bytes / 2 ** 20);
}

/** Copies all types of a service into a new folder of Parquet files. */
async function copyFolder(service) {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-bench-sync-"));
  try {
    const usage = join(folder, "usage.json");
    const before = await service.usage();
    const start = performance.now();
    const child = spawn(
      process.execPath,
      ["--import", reporter, program, "pull", service.url, "--sync", join(folder, "rows")],
      {
        env: { ...process.env, BENCH_USAGE: usage },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`pull --sync ended with ${code}`);
    const seconds = (performance.now() - start) / 1000;
    const after = await service.usage();
    return {
      seconds,
      client: JSON.parse(readFileSync(usage, "utf8")),
      server: after.processorSeconds - before.processorSeconds,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
