import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rounds, rowCount } from "./measure/counts.mjs";
import { descendants } from "./measure/descendants.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { spreadOf } from "./measure/spread.mjs";
import { startService } from "./measure/start-service.mjs";

const program = fileURLToPath(new URL("../packages/cli/bin/wellhead.js", import.meta.url));
const engine = fileURLToPath(new URL("results/engine-alone.mjs", import.meta.url));
const select = (table) =>
  `SELECT region, count(*) AS n, sum(amount) AS worth FROM ${table} GROUP BY region ORDER BY region`;
const mebibyte = 2 ** 20;

/**
 * Compares `wellhead sql` on a connector that sends an NDJSON file, and on a service of Wellhead that serves it, with
 * DuckDB reading that file itself. All are complete processes. The memory is that of the command, without its engine, which is a process of its own with a
 * maximum.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-bench-results-"));
  const file = join(folder, "rows.ndjson");
  await writeRows(file);
  const server = await startService(new URL("results/row-file-server.mjs", import.meta.url), [file]);
  const files = await startService(new URL("files/serve-folder.mjs", import.meta.url), [folder]);
  const peaks = [];
  const ways = {
    engine: {
      service: { usage: () => usageBesides(server) },
      run: () => run([engine, file, select("rows")]),
    },
    sql: {
      service: { usage: () => usageBesides(server) },
      run: () => run([program, "sql", select("c.rows"), "--connect", `c=${server.url}`], peaks),
    },
    arrow: { run: () => run([program, "sql", select("c.rows"), "--connect", `c=${files.url}`], peaks) },
  };
  try {
    await ways.engine.run();
    // The service finds the types of the file's columns when it is first used.
    await ways.arrow.run();
    const results = await race(ways, rounds);
    return { title: "SQL over a connector", rows: figuresOf(results, peaks) };
  } finally {
    server.stop();
    files.stop();
    rmSync(folder, { recursive: true });
  }
}

function figuresOf(results, peaks) {
  const millions = `${rowCount.toLocaleString("en-US")} rows of NDJSON`;
  return [
    figureOf(results, { what: `DuckDB reading ${millions}`, name: "engine", count: rowCount }),
    figureOf(results, {
      what: `wellhead sql over ${millions} of a connector, against DuckDB reading the file`,
      name: "sql",
      against: "engine",
      count: rowCount,
      limits: { atMost: 1.3 },
    }),
    figureOf(results, {
      what: `wellhead sql over ${millions} that a service of Wellhead sends as Arrow, against DuckDB reading the file`,
      name: "arrow",
      against: "engine",
      count: rowCount,
      limits: { atMost: 1.3 },
    }),
    singleFigure("Processor time of wellhead sql and its engine, as a multiple of DuckDB's", {
      value: spreadOf(results.map(({ sql, engine: alone }) => sql.processorSeconds / alone.processorSeconds))
        .median,
      unit: "×",
    }),
    singleFigure("Memory of the command", {
      value: Math.round(Math.max(...peaks) / mebibyte),
      unit: "MiB",
      atMost: 300,
    }),
  ];
}

/** Returns what the processes of this one have used, those that have ended included, without one of them. */
async function usageBesides(service) {
  const [all, other] = [descendants(process.pid), await service.usage()];
  return { rss: all.rss - other.rss, processorSeconds: all.processorSeconds - other.processorSeconds };
}

/** Runs a program to its end and records its maximum memory. */
async function run(words, peaks = []) {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  let peak = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  }, 100);
  const [code] = await once(child, "close");
  clearInterval(watch);
  peaks.push(peak);
  if (code !== 0) throw new Error(`${words.join(" ")}: ended with ${code}`);
  return performance.now() - start;
}

/** Writes rows of about 190 bytes: numbers, decimals, dates, text with escapes and non-ASCII characters, a list. */
async function writeRows(file) {
  const output = createWriteStream(file);
  const regions = ["north", "south", "east", "west"];
  for (let from = 0; from < rowCount; from += 5000) {
    const rows = Array.from({ length: Math.min(5000, rowCount - from) }, (_, index) => {
      const id = from + index;
      return JSON.stringify({
        id,
        ordered_at: new Date(Date.UTC(2024, 0, 1) + id * 1000).toISOString(),
        customer: `Kunde Größe ${id % 5000}`,
        amount: ((id * 37) % 100_000) / 100,
        open: id % 3 === 0,
        note: id % 7 === 0 ? 'He said "hi"\nand \\ left 😀' : "plain text here, nothing to see",
        tags: ["a", `b${id % 10}`],
        region: regions[id % 4],
      });
    });
    if (!output.write(`${rows.join("\n")}\n`)) await once(output, "drain");
  }
  output.end();
  await once(output, "close");
}
