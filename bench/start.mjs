import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rounds } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { spreadOf } from "./measure/spread.mjs";

const program = fileURLToPath(new URL("../packages/cli/bin/wellhead.js", import.meta.url));
const bare = fileURLToPath(new URL("start/bare-fastify.mjs", import.meta.url));

/** Services and the maximum of their memory in MiB once they have been idle for a second. */
const served = [
  { what: "a folder of files", words: (folder) => [folder], maxMemory: 120 },
  { what: "PostgreSQL", words: () => ["postgres"], maxMemory: 120 },
];

/**
 * Measures the time from the start of the process of `wellhead serve` until it listens, against a bare Fastify service,
 * and its memory afterwards.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-bench-start-"));
  await writeFile(join(folder, "cities.csv"), "id,name\n1,Lima\n");
  try {
    const rows = [];
    for (const { what, words, maxMemory } of served) {
      const serve = [program, "serve", ...words(folder), "--port", "0"];
      const ways = { fastify: { run: () => start([bare]) }, wellhead: { run: () => start(serve) } };
      await ways.wellhead.run();
      const results = await race(ways, rounds);
      const times = results.map((round) => round.wellhead.value);
      rows.push(
        figureOf(results, { what: "a bare Fastify service listens after", name: "fastify" }),
        figureOf(results, {
          what: `wellhead serve with ${what} listens after`,
          name: "wellhead",
          against: "fastify",
        }),
        singleFigure(`wellhead serve with ${what} listens after, median`, {
          value: Math.round(spreadOf(times, 0).median),
          unit: "ms",
          atMost: 500,
        }),
        singleFigure(`wellhead serve with ${what}: memory after a second`, {
          value: await memoryOf(serve),
          unit: "MiB",
          atMost: maxMemory,
        }),
      );
    }
    return { title: "Start of a service", rows };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the milliseconds until a service has printed its address. */
async function start(words) {
  const begin = performance.now();
  const service = await listening(words);
  const elapsed = performance.now() - begin;
  await end(service);
  return elapsed;
}

async function memoryOf(words) {
  const service = await listening(words);
  await delay(1000);
  const status = await readFile(`/proc/${service.pid}/status`, "utf8");
  await end(service);
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

async function listening(words) {
  const service = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  for await (const [chunk] of on(service.stdout, "data")) {
    printed += chunk;
    if (printed.includes("http://")) return service;
  }
  throw new Error("expected a service that prints its address");
}

async function end(service) {
  const ended = once(service, "exit");
  service.kill("SIGKILL");
  await ended;
}
