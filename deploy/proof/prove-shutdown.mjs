import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startCounting, writeCounting } from "./counting-service.mjs";
import { askAll, faultOf } from "./mixed-load.mjs";

// Stops a service at random moments of a mixed load: `prove-shutdown.mjs [rounds] [seed]`. In each round a service
// starts, gets requests in every format from fast and slow readers, and a signal: SIGTERM, SIGTERM twice, SIGINT or
// SIGKILL. An answer that looks complete must be complete, the process must end in time and with its exit code, and the
// next service must start on what is left.

const rounds = Number(process.argv[2] ?? 100);
let seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "wellhead-shutdown-"));
const temporary = join(folder, "tmp");
mkdirSync(temporary);
const drainTimeout = 1500;
/** What the documents add to the time for draining: the last writes, what still holds the process, a busy machine. */
const allowance = 8000;

print(`seed ${seed}`);
writeCounting(folder);
const endings = new Map();
/** Names in the temporary folder that killed services left. */
const leftByKilled = new Set();
let faults = 0;
try {
  for (let round = 1; round <= rounds; round += 1) await runRound(round);
  tell(`after ${leftByKilled.size} folders were left`, await cleanUp());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print([...endings].map(([ending, count]) => `${count} ${ending}`).join(", "));
print(`${rounds} rounds, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;

async function runRound(round) {
  const way = ["SIGTERM", "SIGTERM", "SIGTERM twice", "SIGINT", "SIGKILL"][random(5)];
  const service = await start();
  const load = askAll(service.url, { random, count: 4 + random(20), maxRows: Number.POSITIVE_INFINITY });
  await delay(random(1200));
  const began = performance.now();
  service.child.kill(way.split(" ")[0]);
  if (way === "SIGTERM twice") {
    await delay(random(400));
    service.child.kill("SIGTERM");
  }
  const [code, signal] = await service.ended;
  const took = performance.now() - began;
  const answers = await load;
  const found = [
    ...answers.flatMap((answer) => faultOf(answer) ?? []),
    ...(took > drainTimeout + allowance ? [`ended after ${Math.round(took)} ms`] : []),
    ...(isExpected(way, code, signal) ? [] : [`ended with ${String(code ?? signal)}`]),
    ...leftOver(code),
  ];
  for (const { ending } of answers) endings.set(ending, (endings.get(ending) ?? 0) + 1);
  tell(`round ${round}, ${way}`, found.length > 0 ? [...found, service.log()] : []);
}

function tell(what, found) {
  faults += found.length;
  for (const fault of found) print(`${what}: ${fault}`);
}

/** A second signal ends the process at once, unless it has ended by then. */
function isExpected(way, code, signal) {
  if (way === "SIGKILL") return signal === "SIGKILL";
  return code === 0 || (way === "SIGTERM twice" && signal === "SIGTERM");
}

/** Returns what a service left in the temporary folder. One that ends at once leaves that to the next one. */
function leftOver(code) {
  const added = readdirSync(temporary).filter((name) => !leftByKilled.has(name));
  if (code === 0) return added.map((name) => `left ${name} in the temporary folder`);
  for (const name of added) leftByKilled.add(name);
  return [];
}

/** Starts a last service, which must remove what the killed ones left. */
async function cleanUp() {
  const service = await start();
  await (await fetch(`${service.url}/rows/`)).text();
  service.child.kill("SIGTERM");
  await service.ended;
  return readdirSync(temporary).map((name) => `${name} of a killed service was not removed`);
}

async function start() {
  return startCounting(folder, {
    TMPDIR: temporary,
    WELLHEAD_LIMITS: `drainDelay=0,drainTimeout=${drainTimeout}`,
  });
}

/** A number from 0 below the limit, by the seed. */
function random(limit) {
  seed = (seed * 48_271 + 11) % 2_147_483_647;
  return seed % limit;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
