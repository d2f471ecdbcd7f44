import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeCounting } from "./counting-service.mjs";
import { startMachine } from "./debian-machine.mjs";
import { expiredAccount, startClient, startProvider, trackerText } from "./fleet-calls.mjs";

// Follows docs/operate/replicas.md on a new machine with Debian 13: runs the commands of the page as they are, then stops,
// kills and restarts replicas while a client that shares no code with Wellhead reads through nginx. Needs Debian and root.

const root = fileURLToPath(new URL("../..", import.meta.url));
const host = "connectors.example";
const replicas = ["127.0.1.1", "127.0.1.2", "127.0.1.3"];
const headings = readCommands(readFileSync(join(root, "docs/operate/replicas.md"), "utf8"));
const restart = headings.get("Restart one after the other");
const folder = mkdtempSync(join(tmpdir(), "wellhead-replicas-"));
// Others than its owner read it on the machine.
chmodSync(folder, 0o755);

execFileSync(process.execPath, [join(root, "tools/packages/write-packed.mjs"), join(folder, "wellhead")]);
writeCounting(folder);
const machine = await startMachine({ "/srv/wellhead": join(folder, "wellhead"), "/srv/proof": folder });
let provider;
try {
  await followPage();
  provider = await startProvider(machine);
  const site = await addConnectors();
  await proveRows(site);
  await proveAccounts(site);
  await proveStop(site);
  await proveKill(site);
  await proveRollingRestart(site);
  await proveAlerts();
  print("replicas: proven");
} finally {
  provider?.stop();
  await machine.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the commands for the machine, by the heading they are below. The first block is for another machine. */
function readCommands(page) {
  const sections = page.split(/^## /m).slice(1);
  const blocks = sections.flatMap((section) =>
    [...section.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, script]) => [section.split("\n")[0], script]),
  );
  return new Map(blocks.slice(1));
}

/** Runs all commands of the page up to the restart, and reports how long they took. */
async function followPage() {
  const start = performance.now();
  for (const [heading, script] of headings) {
    if (script === restart) continue;
    const began = performance.now();
    const output = await machine.run(script);
    print(`${seconds(began)} s  ${heading}`);
    if (heading === "Use it") {
      const people = [
        { name: "Ada", year: 1815 },
        { name: "Grace", year: 1906 },
      ];
      expectEqual(
        JSON.parse(output).map(({ name, year }) => ({ name, year: Number(year) })),
        people,
        "the rows of the page",
      );
    }
  }
  print(`${seconds(start)} s  from nothing to the first rows`);
}

/**
 * Adds two connectors for the proof by the configuration file, and restarts the replicas as the page says. A busy machine must
 * not be a reason to refuse requests here.
 */
async function addConnectors() {
  writeFileSync(join(folder, "tracker.mjs"), trackerText(provider.address));
  const { port } = new URL(provider.address);
  await machine.run(`
    sed -i 's|^connectors:|connectors:\\n  - /srv/proof/counting.mjs\\n  - { path: /srv/proof/tracker.mjs, allow: "127.0.0.1/32:${port}" }|' \
      /etc/wellhead/wellhead.config.yaml
    echo 'limits: { maxQueueDelay: 60000, maxEventLoopDelay: 60000 }' >> /etc/wellhead/wellhead.config.yaml
    ${restart}`);
  writeFileSync(join(folder, "tls.crt"), await machine.run("cat /etc/nginx/tls.crt"));
  const token = (await machine.run("cat /etc/wellhead/credentials/WELLHEAD_TOKENS")).trim();
  for (const replica of replicas)
    await until(
      async () => (await call({ token }, `http://${replica}:8642/counting/`)).status === 200,
      `${replica} has the connectors`,
    );
  return { machine, folder, token, host };
}

async function proveRows(site) {
  const end = await startClient(site, { workers: 12, rows: [0, 1, 20_000], pause: 0 });
  for (const replica of replicas)
    await until(async () => (await metric(replica, "wellhead_rows_total")) > 0, `rows from ${replica}`);
  expectOnly(await end(), ["whole"]);
  print("rows arrive whole through TLS, in four formats, from each replica");
}

/** Signs in at two replicas, then presents an expired account to all at once. */
async function proveAccounts(site) {
  const callback = "https://platform.example/callback";
  const begun = await call(
    site,
    `http://${replicas[0]}:8642/tracker/oauth2?callback_uri=${callback}&state=s`,
  );
  const body = { fields: { callback_uri: callback }, code: "good", state: "s" };
  const ended = await call(site, `http://${replicas[1]}:8642/tracker/oauth2`, body);
  expectEqual([begun.status, ended.status], [200, 200], "a sign-in that two replicas share");
  const before = await provider.counts();
  const account = expiredAccount(await provider.grant());
  const end = await startClient(site, { workers: 60, rows: [1], pause: 0, account });
  const outcomes = await end();
  const tokens = [...outcomes.keys()].filter((name) => name.startsWith("validate"));
  const after = await provider.counts();
  expect(
    tokens.length === 1 && !tokens[0].includes("status"),
    `one pair of tokens, got ${tokens.join(", ")}`,
  );
  expectEqual(
    [after.presented - before.presented, after.reuses],
    [1, 0],
    "that a refresh token is presented once",
  );
  print("a sign-in begins at one replica and ends at another; 15 requests at once share one refresh");
  site.account = account;
  site.refreshed = tokens[0];
}

async function proveStop(site) {
  const [replica] = replicas;
  const end = await startClient(site, { workers: 12, rows: [3000], pause: 200 });
  await until(async () => (await metric(replica, "wellhead_streams_active")) > 0, `streams at ${replica}`);
  const streams = await metric(replica, "wellhead_streams_active");
  await machine.run(`systemctl stop wellhead@${replica}`);
  expectOnly(await end(), ["whole"]);
  await machine.run(`systemctl start wellhead@${replica}`);
  await untilReady(replica);
  print(`a replica that is stopped finishes its ${streams} streams`);
}

async function proveKill(site) {
  const [, replica] = replicas;
  const end = await startClient(site, { workers: 12, rows: [3000], pause: 200 });
  await until(async () => (await metric(replica, "wellhead_streams_active")) > 0, `streams at ${replica}`);
  // Each stream has sent rows by then, and lasts six seconds.
  await delay(2000);
  const streams = await metric(replica, "wellhead_streams_active");
  await machine.run(`systemctl kill --signal=KILL wellhead@${replica}`);
  const began = performance.now();
  await untilReady(replica);
  const restarted = seconds(began);
  const outcomes = await end();
  expectOnly(outcomes, ["whole", "cut"]);
  expectEqual(outcomes.get("cut"), streams, "that every stream of the killed replica is cut");
  print(`the ${streams} streams of a replica that is killed are cut; it is ready again after ${restarted} s`);
}

/** Runs the commands of the page while requests arrive. */
async function proveRollingRestart(site) {
  const before = await provider.counts();
  const task = { workers: 16, rows: [0, 100, 1000, 5000], pause: 100, repeats: true, account: site.account };
  const end = await startClient(site, task);
  const began = performance.now();
  await machine.run(restart);
  const lasted = seconds(began);
  const outcomes = await end();
  const refused = [...outcomes]
    .filter(([name]) => isRefused(name))
    .reduce((sum, [, count]) => sum + count, 0);
  expectOnly(outcomes, ["whole", site.refreshed, ...[...outcomes.keys()].filter(isRefused)]);
  const after = await provider.counts();
  expectEqual([after.presented - before.presented, after.reuses], [0, 0], "that the tokens stay known");
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  expect(
    refused <= total / 100,
    `at most one of a hundred requests to be refused, got ${refused} of ${total}`,
  );
  print(
    `all three restart in ${lasted} s under load: ${total} requests, ${refused} refused by nginx with 502; every stream that began is whole, and no token is presented again`,
  );
}

/** nginx sends no request again that a replica may have got: one that arrives as the replica stops listening is refused. */
function isRefused(name) {
  return name.includes("status 502");
}

async function askPrometheus(path) {
  return JSON.parse(await machine.run(`curl --silent http://127.0.0.1:9090/api/v1/${path}`)).data;
}

async function proveAlerts() {
  await until(async () => {
    const { activeTargets } = await askPrometheus("targets");
    return activeTargets.length === 3 && activeTargets.every(({ health }) => health === "up");
  }, "Prometheus reads all replicas");
  const { groups } = await askPrometheus("rules");
  const expected = readFileSync(join(root, "deploy/prometheus/alerts.yml"), "utf8").match(/- alert:/g).length;
  expectEqual(
    groups[0].rules.filter(({ health }) => health === "ok").length,
    expected,
    "that every rule is evaluated",
  );
  print(`Prometheus reads all replicas, and evaluates ${expected} rules`);
}

/** Calls one replica without the proxy. */
async function call({ token }, url, body) {
  const words = body === undefined ? "" : `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  const output = await machine.run(
    `curl --silent --write-out '\\n%{http_code}' -H 'Host: ${host}' -H 'Authorization: Bearer ${token}' ${words} '${url}'`,
  );
  return { status: Number(output.slice(output.lastIndexOf("\n"))), body: output };
}

async function metric(replica, name) {
  const text = await machine.run(`curl --silent http://${replica}:9642/metrics`);
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, "gm"))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function untilReady(replica) {
  const ready = `curl --silent --fail --output /dev/null http://${replica}:9642/ready && echo yes || echo no`;
  await until(async () => (await machine.run(ready)).trim() === "yes", `${replica} is ready`);
}

async function until(holds, what) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await delay(100);
  }
  throw new Error(`Expected that ${what}.`);
}

function expectOnly(outcomes, allowed) {
  const others = [...outcomes].filter(([name]) => !allowed.includes(name));
  expectEqual(others, [], `only ${allowed.join(" and ")}`);
}

function expectEqual(got, expected, what) {
  const [one, other] = [got, expected].map((value) => JSON.stringify(value));
  expect(one === other, `${what}: ${other}, got ${one}`);
}

function expect(holds, what) {
  if (!holds) throw new Error(`Expected ${what}.`);
}

function seconds(began) {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
