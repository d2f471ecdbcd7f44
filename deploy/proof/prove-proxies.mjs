import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../tools/tests/install-packages.mjs";
import { curl, startStream, startWellhead } from "./call-site.mjs";
import { makeCertificate, writeConnector } from "./site-files.mjs";

// Runs two replicas behind the nginx, the HAProxy and the Caddy of Debian, with the configurations of deploy/proxies in
// which only addresses and paths are replaced, and calls them with curl and wellhead. Needs Debian and root.

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "packages/cli/bin/wellhead.js");
const host = "connectors.example";
const token = randomBytes(24).toString("hex");
const folder = mkdtempSync(join(tmpdir(), "wellhead-proxies-"));
/** @type {import("node:child_process").ChildProcess[]} */
const children = [];

const proxies = {
  nginx: {
    file: "nginx.conf",
    version: "2",
    command: (file) => ["/usr/sbin/nginx", "-e", "stderr", "-g", "daemon off;", "-c", file],
  },
  haproxy: {
    file: "haproxy.cfg",
    version: "1.1",
    command: (file) => ["/usr/sbin/haproxy", "-db", "-f", file],
  },
  caddy: {
    file: "Caddyfile",
    version: "2",
    command: (file) => ["caddy", "run", "--adapter", "caddyfile", "--config", file],
  },
};

installPackages([
  { name: "nginx-light", proof: "/usr/sbin/nginx", reason: "a proxy" },
  { name: "haproxy", proof: "/usr/sbin/haproxy", reason: "a proxy" },
  { name: "caddy", proof: "caddy", reason: "a proxy" },
  { name: "curl", proof: "curl", reason: "calls the proxies" },
]);
try {
  makeCertificate(folder, host);
  const named = process.argv.slice(2);
  for (const [name, proxy] of Object.entries(proxies))
    if (named.length === 0 || named.includes(name)) await prove(name, proxy);
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}

/** Proves one proxy: each line that it prints is one behaviour. */
async function prove(name, proxy) {
  const [port, upstreamPort, adminPort] = await freePorts(3);
  const replicas = [];
  for (const address of ["127.0.1.1", "127.0.1.2"])
    replicas.push(await startReplica(address, upstreamPort, adminPort));
  const site = {
    url: `https://${host}:${port}/wellhead`,
    resolve: ["--resolve", `${host}:${port}:127.0.0.1`],
    authority: join(folder, "tls.crt"),
    token,
    folder,
  };
  await startProxy(proxy, { site, port, upstreamPort, adminPort });
  const say = (text) => print(`${name}: ${text}`);

  await answers(site, proxy.version);
  say(`serves the base path over HTTP/${proxy.version}`);
  await judged(site);
  say("wellhead check passes through it");
  await callersAreKnown(site);
  say("the address of a caller is known, and a forged header is ignored");
  await rowsArrive(site);
  say("a row arrives before the next one exists");
  await callerLeaves(site);
  say("the source ends when its caller leaves");
  await stopping(site, replicas[0]);
  say("a replica that stops finishes its stream, while the other one answers");
  await cut(site, replicas[1]);
  say("callers of a replica that is killed see that rows are missing");
  await stopAll();
}

/** Ends everything that was started. A killed nginx would leave its workers behind. */
async function stopAll() {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

/** Starts a replica that only the proxy and callers from 127.0.0.0/24 may call. */
async function startReplica(address, port, adminPort) {
  const child = spawn(process.execPath, [program, "serve", writeConnector(folder), "--json", "--quiet"], {
    env: {
      ...process.env,
      HOST: address,
      PORT: String(port),
      WELLHEAD_ADMIN_PORT: String(adminPort),
      WELLHEAD_TOKENS: token,
      WELLHEAD_HOSTS: host,
      WELLHEAD_PROXIES: "127.0.0.1",
      WELLHEAD_CALLERS: "127.0.0.0/29",
      WELLHEAD_LIMITS: "drainDelay=5000,drainTimeout=20000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(child.stdout, "data");
  return { child, admin: `http://${address}:${adminPort}` };
}

/** Starts a proxy with its configuration, in which addresses and paths are those of this proof. */
async function startProxy({ file, command }, { site, port, upstreamPort, adminPort }) {
  const cert = join(folder, "tls.crt");
  const key = join(folder, "tls.key");
  const text = readFileSync(join(root, "deploy/proxies", file), "utf8")
    .replaceAll(/\/\S+tls\.crt/g, cert)
    .replaceAll(/\/\S+tls\.key/g, key)
    .replaceAll(/\/\S+wellhead\.pem/g, join(folder, "both.pem"))
    .replaceAll("/run/nginx.pid", join(folder, "nginx.pid"))
    .replaceAll(/(listen|bind) (:?)443/g, `$1 $2${port}`)
    .replaceAll(`https://${host} {`, `https://${host}:${port} {`)
    .replaceAll(/^( +)server wellhead:8642(.*)$/gm, "$1server wellhead-1:8642$2\n$1server wellhead-2:8642$2")
    .replaceAll(/wellhead-(\d):8642/g, `127.0.1.$1:${upstreamPort}`)
    .replaceAll("9642", String(adminPort));
  const path = join(folder, file);
  writeFileSync(path, text);
  const [name, ...parameters] = command(path);
  const child = spawn(name, parameters, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part) => (said += part));
  children.push(child);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${said}`);
    const found = await curl(site, ["/"]).catch(() => undefined);
    return found?.status === 200;
  }, `the proxy answers: ${said}`);
}

async function answers(site, expected) {
  const { status, version, body } = await curl(site, ["/"]);
  expect(
    status === 200 && version === expected && JSON.parse(body).id === "slow",
    `GET / over HTTP/${expected}, got ${status} over ${version}`,
  );
}

async function judged(site) {
  const { child, ended } = startWellhead(site, "check", site.url);
  child.stdout.resume();
  expect((await ended) === 0, "that wellhead check passes");
}

/** 127.0.0.5 may call and 127.0.0.9 may not, whatever they write into the header. */
async function callersAreKnown(site) {
  const allowed = await curl(site, ["/", "--interface", "127.0.0.5", "-H", "X-Forwarded-For: 127.0.0.9"]);
  const refused = await curl(site, ["/", "--interface", "127.0.0.9", "-H", "X-Forwarded-For: 127.0.0.5"]);
  expect(
    allowed.status === 200 && refused.status === 403,
    `200 and 403, got ${allowed.status} and ${refused.status}`,
  );
}

async function rowsArrive(site) {
  const stream = startStream(site, "open");
  await until(() => stream.text().includes("first"), "the first row arrives while the second does not exist");
  writeFileSync(join(folder, "open"), "");
  expect(
    (await stream.ended) === 0 && stream.text().includes("second"),
    `a whole stream, got ${stream.text()}`,
  );
  rmSync(join(folder, "open"));
}

async function callerLeaves(site) {
  const stream = startStream(site, "leave");
  await until(() => stream.text().includes("first"), "the first row arrives");
  stream.child.kill("SIGKILL");
  await until(() => hasEnded("leave"), "the source ends");
}

/** Stops a replica that has a stream. */
async function stopping(site, { child, admin }) {
  const streams = [];
  while ((await activeStreams(admin)) === 0) {
    expect(streams.length < 10, "one of ten streams at this replica");
    const stream = startStream(site, "stop");
    streams.push(stream);
    await until(() => stream.text().includes("first"), "a stream begins");
    // On a busy machine, a proxy may have taken the replica for one that is not ready, until it asks again.
    if (streams.length > 1) await delay(500);
  }
  child.kill("SIGTERM");
  await until(async () => (await fetch(`${admin}/ready`)).status === 503, "the replica is not ready");
  for (let count = 0; count < 20; count += 1) {
    const { status } = await curl(site, ["/"]);
    expect(status === 200, `200 while a replica stops, got ${status}`);
    await delay(100);
  }
  writeFileSync(join(folder, "stop"), "");
  for (const stream of streams)
    expect((await stream.ended) === 0 && stream.text().includes("second"), "all streams are whole");
  await until(() => child.exitCode === 0, "the replica ends");
  for (let count = 0; count < 20; count += 1) {
    const { status } = await curl(site, ["/"]);
    expect(status === 200, `200 after a replica stopped, got ${status}`);
  }
}

/** Kills the replica that has the streams. Each caller has to see that rows are missing, whatever it asked for. */
async function cut(site, { child }) {
  const streams = ["application/json", "application/x-ndjson", "text/csv"].flatMap((accept) =>
    ["--http1.1", "--http2"].map((version) => ({
      what: `${accept} by curl ${version}`,
      ...startStream(site, "cut", "-H", `Accept: ${accept}`, version),
    })),
  );
  const pull = startWellhead(site, "pull", site.url, "rows", "--filter", "gate=cut");
  let pulled = "";
  pull.child.stdout.setEncoding("utf8").on("data", (part) => (pulled += part));
  for (const { what, text } of streams) await until(() => text().includes("first"), `a row of ${what}`);
  await until(() => pulled.includes("first"), "a row of wellhead pull");
  child.kill("SIGKILL");
  for (const { what, text, ended } of streams) {
    const isCut = (await ended) !== 0 || (text().startsWith("[") && !text().includes("]"));
    expect(isCut, `that ${what} is cut, got ${text()}`);
  }
  const code = await pull.ended;
  expect(code === 5, `that wellhead pull reports a cut by 5, got ${code} and ${pulled}`);
}

async function activeStreams(admin) {
  const text = await (await fetch(`${admin}/metrics`)).text();
  return Number(/^wellhead_streams_active (\d+)/m.exec(text)?.[1]);
}

function hasEnded(gate) {
  const path = join(folder, "ended");
  return existsSync(path) && readFileSync(path, "utf8").split("\n").includes(gate);
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}

async function until(holds, what) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await delay(50);
  }
  throw new Error(`expected that ${what}`);
}

function expect(holds, what) {
  if (!holds) throw new Error(`expected ${what}`);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
