import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { judgeSoak } from "../../tools/proof/judge-soak.mjs";
import { startCounting, writeCounting } from "./counting-service.mjs";
import { askAll, faultOf, generator } from "./mixed-load.mjs";

// Runs a service for a long time: `prove-soak.mjs [--minutes 20] [--seed n] [--leak bytes]`. It gets requests in every
// format from fast and slow readers, small requests all the time, and SIGHUP every ten minutes. Every answer that looks
// complete must be complete; memory, open files and the time of small requests must not grow. The streams pause again and
// again, so that what the service keeps can be told from what they use. `--leak` plants a connector that keeps so many
// bytes of each reading, which must fail.

/** Node keeps each load of a module and the code compiled for it, some 30 KiB here: frequent reloads would hide what grows. */
const reloadMs = 600_000;
/** How long requests for rows are sent until all of them have to end, at least. */
const roundMs = 15_000;
/** How long the service may take to report its memory. */
const reportMs = 30_000;
if (isMainThread) await main();
else await probe(workerData);

async function main() {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "20" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      leak: { type: "string", default: "0" },
    },
  });
  const lastsMs = Number(values.minutes) * 60_000;
  const random = generator(Number(values.seed));
  const folder = mkdtempSync(join(tmpdir(), "wellhead-soak-"));
  print(`${values.minutes} minutes, seed ${values.seed}`);
  writeCounting(folder, Number(values.leak));
  const memoryFile = join(folder, "memory");
  const service = await startCounting(folder, {
    WELLHEAD_LIMITS: "drainDelay=0",
    NODE_OPTIONS: `--import=${new URL("memory-at-rest.mjs", import.meta.url)}`,
    MEMORY_AT_REST: memoryFile,
    // As the unit of systemd and the image start it.
    MALLOC_ARENA_MAX: "2",
  });
  const reloads = setInterval(() => service.child.kill("SIGHUP"), reloadMs);
  let run;
  try {
    run = await sendLoad(service, { lastsMs, random, memoryFile });
  } finally {
    clearInterval(reloads);
    service.child.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
  const [code] = await service.ended;
  const found = [...run.faults].map(([fault, count]) => `${count} times: ${fault}`);
  if (code !== 0) found.push(`ended with ${String(code)}: ${service.log()}`);
  const { facts, faults: grown } = judgeSoak({ ...run, lastsMs });
  for (const fact of facts) print(fact);
  found.push(...grown);
  print(`${run.answers} answers, ${run.samples.length} small requests, ${run.rests.length} pauses`);
  for (const fault of found) print(`FAULT ${fault}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

/** Sends all requests. Returns what was measured, and how often each fault was found. */
async function sendLoad({ child, url }, { lastsMs, random, memoryFile }) {
  const start = performance.now();
  const samples = [];
  const rests = [];
  const faults = new Map();
  let answers = 0;
  const load = async (until) => {
    while (performance.now() < until) {
      for (const answer of await askAll(url, { random, count: 3, maxRows: 200_000 })) {
        answers += 1;
        const fault = faultOf(answer);
        if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      }
    }
  };
  const prober = new Worker(new URL(import.meta.url), { workerData: url });
  prober.on("message", (ms) => samples.push({ at: performance.now() - start, ms, ...usageOf(child.pid) }));
  try {
    while (performance.now() - start < lastsMs) {
      const until = Math.min(performance.now() + roundMs, start + lastsMs);
      await Promise.all([load(until), load(until), load(until)]);
      rests.push({ at: performance.now() - start, memory: await memoryAtRest(child, memoryFile) });
    }
  } finally {
    await prober.terminate();
  }
  return { samples, rests, faults, answers };
}

/** Sends small requests for ever, and tells how long each took. */
async function probe(url) {
  for (;;) {
    const began = performance.now();
    const answer = await fetch(`${url}/counting/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source: "rows", filter: { count: 1, pause: 0 } }),
    });
    await answer.text();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
    parentPort.postMessage(performance.now() - began);
    await delay(50);
  }
}

/** MiB that a service still uses when nobody reads rows. */
async function memoryAtRest(child, file) {
  child.kill("SIGUSR2");
  const late = performance.now() + reportMs;
  while (!existsSync(file) || readFileSync(file, "utf8") === "") {
    if (performance.now() > late)
      throw new Error("Could not measure the memory: the service did not report it.");
    await delay(50);
  }
  const bytes = Number(readFileSync(file, "utf8"));
  rmSync(file);
  return bytes / 2 ** 20;
}

/** Memory in MiB and number of open files, as Linux reports them. */
function usageOf(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return { memory: (pages * 4096) / 2 ** 20, files: readdirSync(`/proc/${pid}/fd`).length };
}

function print(text) {
  process.stdout.write(`${text}\n`);
}
