import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { startService } from "../measure/start-service.mjs";
import { changeTable, makeTables } from "./tables.mjs";

// Copies the tables of a PostgreSQL database into another one with `wellhead pull --sync`, while the client or the process
// of the target that serves it is killed with SIGKILL, replicas of the service are killed and started again, the connections
// of the source are terminated, and the rows change. Connections to the service are cut before a request or within a response.
// At the end psql compares each table. Options: --tables, --rows, --page (rows of a page), --kills, --minutes (after which
// no more clients are killed), --targets (share of the kills that hit the target), --replicas, --pause (milliseconds
// between two kills of replicas), --cuts (share of the requests), --seed.

const defaults = {
  tables: "50",
  rows: "400",
  page: "1000",
  kills: "20",
  minutes: "Infinity",
  targets: "0",
  replicas: "1",
  pause: "1000",
  cuts: "0",
  seed: "1",
};
const { values } = parseArgs({
  options: Object.fromEntries(
    Object.entries(defaults).map(([name, given]) => [name, { type: "string", default: given }]),
  ),
});
const count = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]));
const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));
const random = generator(count.seed);
const tables = makeTables(count.tables, count.rows);
const kills = { client: 0, target: 0, replica: 0, upstream: 0 };
/** Number of cut connections by the path of their request. */
const cuts = {};
/** Number of requests of the current run, and of the last one that ended. */
const requests = { now: 0, usual: 2 * count.tables };
/** Called with each request of a client. */
let noteRequest = () => undefined;
const cutPlaces = ["before the request", "before the response", "within the response"];

const server = await startPostgres({ isOpen: true, settings: ["shared_buffers=512MB"] });
const copies = await startPostgres({ isOpen: true });
server.admin(
  `create role reader login; ${tables.sql}; grant select on all tables in schema public to reader`,
);
const replicas = await Promise.all(Array.from({ length: count.replicas }, startReplica));
const proxy = await startProxy();
const target = `postgres://admin@127.0.0.1:${copies.port}/postgres?schema=copy`;
let isOver = false;
const restarts = count.replicas > 1 ? restartReplicas() : undefined;
try {
  while (kills.client + kills.target < count.kills && performance.now() < count.minutes * 60_000)
    await runAndKill();
  // The rows rest now. The run that was killed last is continued after pages that were read before the last changes.
  await finish();
  // A row that was deleted from a table with a clock is found by reading all.
  await finish("--full");
} finally {
  isOver = true;
  await restarts;
}
const differing = tables.names.filter((name) => !compare(name));
print(
  `${tables.names.length} tables, ${differing.length} differ${differing.length === 0 ? "" : `: ${differing.join(", ")}`}; connections of the database terminated ${kills.upstream} times; connections cut: ${JSON.stringify(cuts)}`,
);
print(
  `${kills.client + kills.target + kills.replica} kills with SIGKILL, seed ${count.seed}: of the client ${kills.client}, of the target ${kills.target}, of replicas ${kills.replica}`,
);
process.exitCode = differing.length === 0 ? 0 : 1;
proxy.close();
proxy.closeAllConnections();
for (const replica of replicas) replica.stop();
await server.stop();
await copies.stop();

/** Changes rows, runs the client, and kills it or its target, with SIGKILL, a moment after a random one of its requests. */
async function runAndKill() {
  for (const name of tables.names) {
    if (random() < 0.2) server.admin(changeTable(name, { ...optionsOf(name), rows: count.rows, random }));
  }
  const last = 1 + Math.floor(random() * requests.usual);
  const cutUpstreamAt = random() < 0.3 ? 1 + Math.floor(random() * last) : 0;
  const delay = random() * (random() < 0.5 ? 10 : 200);
  const isTarget = random() < count.targets;
  requests.now = 0;
  const child = startClient();
  const ended = once(child, "exit");
  noteRequest = () => {
    requests.now += 1;
    if (requests.now === cutUpstreamAt) cutUpstream();
    if (requests.now === last) void wait(delay).then(kill);
  };
  let isTargetKilled = false;
  const kill = () => {
    if (isTarget) isTargetKilled = killTarget();
    else child.kill("SIGKILL");
  };
  const [code, signal] = await ended;
  noteRequest = () => undefined;
  if (isTargetKilled) await countTargetKill(child, code);
  else if (signal === "SIGKILL") kills.client += 1;
  else if (code === 0) requests.usual = requests.now;
  else throw failure(child, code);
  const sum = kills.client + kills.target;
  if ((isTargetKilled || signal === "SIGKILL") && sum % 100 === 0) print(`killed ${sum} times`);
}

/** Kills the process of the target that serves the client, after which the whole server recovers from its log. */
function killTarget() {
  const id = copies.admin("select pid from pg_stat_activity where application_name = 'wellhead' limit 1");
  if (id === "") return false;
  process.kill(Number(id), "SIGKILL");
  return true;
}

async function countTargetKill(child, code) {
  kills.target += 1;
  if (code !== 0 && !/^Could not /m.test(child.notes)) throw failure(child, code);
  for (let isReady = false; !isReady; ) {
    try {
      isReady = copies.admin("select 1") !== "";
    } catch {
      await wait(20);
    }
  }
}

/** Terminates what the service reads from the database at this moment. */
function cutUpstream() {
  const terminated = server.admin(
    "select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = 'reader'",
  );
  if (Number(terminated) > 0) kills.upstream += 1;
}

async function finish(...words) {
  const child = startClient(...words);
  const [code] = await once(child, "exit");
  if (code !== 0) throw failure(child, code);
}

function failure({ notes }, code) {
  return new Error(`pull --sync ended with ${code}: ${notes.slice(-2000)}`);
}

function startClient(...words) {
  const url = `http://127.0.0.1:${proxy.address().port}`;
  const all = ["pull", url, "--sync", target, "--allow-deletions", ...words];
  const child = spawn(process.execPath, [program, ...all], { stdio: ["ignore", "ignore", "pipe"] });
  child.notes = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (child.notes += text));
  return child;
}

function startReplica() {
  const file = new URL("./wellhead-tables.mjs", import.meta.url);
  const words = [String(server.port), ...tables.names.map((name) => `public.${name}`)];
  return startService(file, [...words, `--page=${count.page}`]);
}

/** Kills and starts a replica again and again. */
async function restartReplicas() {
  for (let index = 0; !isOver; index = (index + 1) % replicas.length) {
    const began = performance.now();
    replicas[index].stop();
    kills.replica += 1;
    replicas[index] = await startReplica();
    await wait(Math.max(0, count.pause - (performance.now() - began)));
  }
}

/** Sends each request to the next replica that listens. */
async function startProxy() {
  let turn = 0;
  const between = createServer(async (incoming, response) => {
    const { method, headers, url: path } = incoming;
    const body = [];
    for await (const chunk of incoming) body.push(chunk);
    noteRequest();
    const cut = random() < count.cuts ? cutPlaces[Math.floor(random() * cutPlaces.length)] : undefined;
    if (cut !== undefined) cuts[path] = (cuts[path] ?? 0) + 1;
    const send = (attempt) => {
      turn += 1;
      const outgoing = request(`${replicas[turn % replicas.length].url}${path}`, { method, headers });
      outgoing.on("response", (answer) => {
        if (cut === "before the response") {
          response.destroy();
          return;
        }
        response.writeHead(answer.statusCode, answer.headers);
        if (cut === undefined) answer.pipe(response);
        else answer.once("data", (chunk) => cutAfter(response, chunk.subarray(0, chunk.length / 2)));
        answer.on("error", () => response.destroy());
      });
      outgoing.on("error", ({ code }) => {
        if (code === "ECONNREFUSED" && attempt < replicas.length) send(attempt + 1);
        else response.destroy();
      });
      outgoing.end(Buffer.concat(body));
    };
    if (cut === "before the request") response.destroy();
    else send(1);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  return between;
}

function cutAfter(response, bytes) {
  response.write(bytes, () => response.destroy());
}

function optionsOf(name) {
  return { key: tables.keyOf(name), hasClock: tables.columnsOf(name).includes("updated_at") };
}

/** Compares a table and its copy as psql shows them: the same columns and types, and the same rows, each as often. */
function compare(name) {
  const texts = [...tables.keyOf(name), ...tables.columnsOf(name)]
    .map((column) => `${column}::text`)
    .join(", ");
  const rowsOf = (database, relation) =>
    linesOf(database, `select json_build_array(${texts})::text from ${relation} order by 1`);
  const source = rowsOf(server, `public.${name}`);
  const copy = rowsOf(copies, `copy."public.${name}"`);
  const lost = countMissing(source, copy);
  const extra = countMissing(copy, source);
  const own = typesOf(server, "public", name);
  const copied = typesOf(copies, "copy", `public.${name}`);
  const columns = countMissing(own, copied) + countMissing(copied, own);
  print(
    `${name}: ${source.length} rows, ${copy.length} copied, ${lost} lost or different, ${extra} doubled or different, ${columns} columns differ in name or type`,
  );
  return lost === 0 && extra === 0 && columns === 0;
}

/** Counts the lines that others do not have as often. */
function countMissing(lines, others) {
  const left = new Map();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const found = left.get(line) ?? 0;
    left.set(line, found - 1);
    return found <= 0;
  }).length;
}

/** Reads the names and types of the columns of a table. An instant of milliseconds becomes one of microseconds. */
function typesOf(database, schema, table) {
  return linesOf(
    database,
    `select attname || ' ' || replace(format_type(atttypid, atttypmod), '(3)', '') from pg_attribute where attrelid = '${schema}."${table}"'::regclass and attnum > 0 and not attisdropped`,
  );
}

function linesOf(database, sql) {
  return database
    .admin(`set timezone = 'UTC'; ${sql}`)
    .split("\n")
    .filter((line) => line !== "");
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

/** A small generator of random numbers, so that a seed repeats the kills' intentions. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
