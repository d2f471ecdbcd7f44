import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";
import { countPairs, presentEverywhere } from "@wellhead/test-support/replicas/refresh-rounds";
import { writeCounting } from "./counting-service.mjs";
import { trackerText } from "./fleet-calls.mjs";
import { askAll, faultOf, generator } from "./mixed-load.mjs";
import { failOnExit, openNetwork } from "./network-lab.mjs";

// Runs two replicas and Redis in network namespaces, loses, delays and cuts packets between them, and to the callers. No
// refresh token may be sent twice, and no stream that is not whole may look so. Needs Linux and root.

const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));
const hosts = { here: "198.18.77.1", one: "198.18.77.2", two: "198.18.77.3", store: "198.18.77.4" };
const limits = "drainDelay=0,stallTimeout=8000,maxEventLoopDelay=60000,maxQueueDelay=60000";
const struckMs = 8000;
const cut = { loss: 1 };

/** Faults between a replica or both and the store, by what they do in each direction. */
const storeFaults = [
  { name: "one replica is cut off from the store", replicas: ["one"], out: cut, back: cut },
  { name: "both replicas are cut off from the store", replicas: ["one", "two"], out: cut, back: cut },
  { name: "the commands of one replica are lost", replicas: ["one"], out: cut, back: {} },
  { name: "the replies to one replica are lost", replicas: ["one"], out: {}, back: cut },
  { name: "the replies to both replicas are lost", replicas: ["one", "two"], out: {}, back: cut },
  { name: "the store is 1 s away", replicas: ["one", "two"], out: { delayMs: 500 }, back: { delayMs: 500 } },
  {
    name: "the store is 5 s away",
    replicas: ["one", "two"],
    out: { delayMs: 2500 },
    back: { delayMs: 2500 },
  },
  {
    name: "20 % of the packets of the store are lost",
    replicas: ["one", "two"],
    out: { loss: 0.2 },
    back: { loss: 0.2 },
  },
];

/** Faults between callers and a replica. `isOver` says that they end before a stream would. */
const callerFaults = [
  { name: "callers are cut off for 4 s", out: cut, back: cut, isOver: true },
  {
    name: "callers are 300 ms away, and 5 % of the packets are lost",
    out: { loss: 0.05, delayMs: 150 },
    back: { loss: 0.05, delayMs: 150 },
  },
  { name: "nothing reaches the callers any more", out: {}, back: cut },
  { name: "nothing of the callers arrives any more", out: cut, back: {} },
];

/** Forwards a port of the loopback interface to the same port of another host. */
const forwarder = `
  const { connect, createServer } = require("node:net");
  const [port, host] = process.argv.slice(1);
  createServer((socket) => {
    const other = connect(Number(port), host);
    for (const one of [socket, other]) one.on("error", () => { socket.destroy(); other.destroy(); });
    socket.pipe(other).pipe(socket);
  }).listen(Number(port), "127.0.0.1");`;

const network = await openNetwork(hosts);
if (network === undefined) print("skipped: this kernel makes no network namespaces or no TUN devices");
else await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-network-"));
  const provider = new StrictProvider();
  const children = [];
  try {
    const address = await provider.listen(hosts.here);
    writeCounting(folder);
    const { port } = new URL(address);
    // A provider without TLS has to be on the machine of the replica, so each has a way to it there.
    writeFileSync(join(folder, "tracker.mjs"), trackerText(`http://127.0.0.1:${port}`));
    for (const host of ["one", "two"])
      children.push(
        network.spawn(host, [process.execPath, "-e", forwarder, port, hosts.here], { stdio: "inherit" }),
      );
    const redis = [
      "redis-server",
      "--bind",
      hosts.store,
      "--protected-mode",
      "no",
      "--save",
      "",
      "--dir",
      folder,
    ];
    children.push(network.spawn("store", redis, { stdio: "ignore" }));
    const replicas = [];
    for (const host of ["one", "two"]) replicas.push(await startReplica(host, { folder, children }));
    const wanted = process.argv[2] ?? "";
    for (const fault of storeFaults.filter(({ name }) => name.includes(wanted)))
      await proveStoreFault(fault, { provider, replicas });
    for (const fault of callerFaults.filter(({ name }) => name.includes(wanted)))
      await proveCallerFault(fault, replicas[0]);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    provider.close();
    await delay(200);
    network.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startReplica(host, { folder, children }) {
  const words = [process.execPath, program, "serve", "counting.mjs", "tracker.mjs", "--json", "--quiet"];
  const child = network.spawn(host, words, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      HOST: hosts[host],
      WELLHEAD_ADMIN_PORT: "9642",
      WELLHEAD_INSECURE: "1",
      WELLHEAD_ALLOW: "127.0.0.1/32:*",
      WELLHEAD_SECRET: "s".repeat(32),
      WELLHEAD_STORE: `redis://${hosts.store}:6379`,
      WELLHEAD_REPLICAS: "2",
      WELLHEAD_FAILURES: "off",
      WELLHEAD_LIMITS: limits,
    },
  });
  children.push(child);
  await Promise.race([once(child.stdout, "data"), failOnExit(child, `the replica ${host}`)]);
  const url = `http://${hosts[host]}:8642`;
  return { host, url: `${url}/tracker`, service: url, admin: `http://${hosts[host]}:9642` };
}

/** Refreshes accounts while the fault lasts, ends it, and waits until every account works at both replicas. */
async function proveStoreFault({ name, replicas: struck, out, back }, { provider, replicas }) {
  const tokens = Array.from({ length: 6 }, () => provider.grant());
  const expectNoReuse = () =>
    expect(provider.reuses === 0, `that no token is sent twice while ${name}, got ${provider.reuses}`);
  provider.behaviour.delay = 50;
  // Some refreshes are in progress when the fault begins.
  const begun = tokens.slice(0, 2).map((token) => presentEverywhere(replicas, token, 4));
  for (const host of struck) {
    await network.change(host, "store", out);
    await network.change("store", host, back);
  }
  const start = performance.now();
  let during = 0;
  while (performance.now() - start < struckMs) {
    const answers = await Promise.all(tokens.map((token) => presentEverywhere(replicas, token, 4)));
    during = Math.max(during, answers.flat().filter(({ status }) => status === 200).length);
    await delay(300);
  }
  await Promise.all(begun);
  expectNoReuse();
  for (const host of struck) {
    await network.change(host, "store", {});
    await network.change("store", host, {});
  }
  const healed = await secondsUntil(async () => {
    const answers = await Promise.all(tokens.map((token) => presentEverywhere(replicas, token, 4)));
    const refused = answers.flat().find(({ status }) => status !== 200);
    if (refused !== undefined) return `${refused.status} ${refused.fault}`;
    return answers.some((one) => countPairs(one) !== 1)
      ? "several pairs of tokens of one account"
      : undefined;
  });
  expectNoReuse();
  print(
    `${name}: ${during} of 24 requests succeed meanwhile, all ${healed} s after its end; no token is sent twice`,
  );
}

async function proveCallerFault({ name, out, back, isOver }, { host, service, admin }) {
  const asked = askAll(service, { random: generator(7), count: 40, maxRows: 20_000 });
  await delay(1000);
  await network.change("here", host, out);
  await network.change(host, "here", back);
  if (isOver) await delay(4000);
  const lasts = out.loss === 1 || back.loss === 1;
  if (!isOver && lasts) await delay(12_000);
  if (isOver || lasts) {
    await network.change("here", host, {});
    await network.change(host, "here", {});
  }
  const answers = await asked;
  await network.change("here", host, {});
  await network.change(host, "here", {});
  const faults = answers.map(faultOf).filter((fault) => fault !== undefined);
  expect(faults.length === 0, `no untruthful end while ${name}, got ${faults.join(", ")}`);
  const counts = new Map();
  for (const { ending } of answers) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const freed = await secondsUntil(async () => {
    const text = await (await fetch(`${admin}/metrics`)).text();
    return /^wellhead_streams_active 0$/m.test(text) ? undefined : "streams that are still active";
  });
  const ends = [...counts].map(([ending, count]) => `${count} ${ending}`).join(", ");
  print(`${name}: ${ends}; no stream is left ${freed} s later`);
}

/** Waits until a function returns no fault any more. */
async function secondsUntil(findFault) {
  const start = performance.now();
  for (;;) {
    const fault = await findFault();
    const seconds = (performance.now() - start) / 1000;
    if (fault === undefined) return seconds.toFixed(1);
    if (seconds > 90) throw new Error(`Expected a recovery within 90 s, got ${fault}.`);
    await delay(250);
  }
}

function expect(holds, what) {
  if (!holds) throw new Error(`Expected ${what}.`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
