// Counts the files and functions of this repository that one warm request passes, as a measure of what its reader has
// to know. Run after a build: node tools/check/count-stations.mjs [--files] [request…]
import { once } from "node:events";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { date, dateRange, defineConnector, id, oauth2, text, token } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { startPostgres } from "@wellhead/test-support/programs/start-postgres";

/**
 * @typedef {object} Station
 * @property {string} file Path of a built file, relative to the root.
 * @property {number} functions How many of its functions the request called.
 *
 * @typedef {{ path: string, body?: unknown, status: number }} Call
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
/** How often a request is counted. Only what every count contains belongs to the request. */
const repeats = 3;
/** How long the calls of timers are collected, in milliseconds. */
const idleMs = 1500;

/** @type {Map<string, Set<string>>} Functions that timers call while there is no request, by file. */
const timers = new Map();

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

configureEgress({ allow: "127.0.0.1/32:*" });
const upstream = await startUpstream();
const database = await startDatabase();
const app = await createApp({
  connectors: [tracker(upstream.url), ...(database === undefined ? [] : [database.connector])],
  logger: false,
  accounts: { secret: "0123456789abcdef0123456789abcdef", variables: {} },
});
const { url } = await app.listen({ port: 0 });

const withFiles = process.argv.includes("--files");
const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
let sent = 0;
try {
  await countAll();
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
}
await app.close();
await upstream.close();
await database?.stop();
session.disconnect();

async function countAll() {
  const { "GET /": bare, ...others } = requests();
  if (bare === undefined) return;
  await send(bare());
  await calledFunctions();
  await delay(idleMs);
  for (const [file, functions] of await calledFunctions()) timers.set(file, functions);
  const shell = await countStations(bare);
  print("GET /", shell, []);
  for (const [name, makeCall] of Object.entries(others)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    if (name === "PostgreSQL" && database === undefined)
      process.stdout.write("PostgreSQL: not counted, because no PostgreSQL server could be started here\n");
    else print(name, await countStations(makeCall), shell);
  }
}

/** @param {readonly Station[]} stations */
function sumOf(stations) {
  return stations.reduce((total, { functions }) => total + functions, 0);
}

/**
 * @param {string} name Name of the request.
 * @param {readonly Station[]} stations What it passes.
 * @param {readonly Station[]} shell What every request passes.
 */
function print(name, stations, shell) {
  const known = new Set(shell.map(({ file }) => file));
  const own = stations.filter(({ file }) => !known.has(file));
  const all = `${stations.length} files, ${sumOf(stations)} functions`;
  const part =
    known.size === 0 ? "" : `; ${own.length} files, ${sumOf(own)} functions that GET / does not pass`;
  process.stdout.write(`${name}: ${all}${part}\n`);
  if (!withFiles) return;
  for (const { file, functions } of known.size === 0 ? stations : own)
    process.stdout.write(`${String(functions).padStart(6)} ${file}\n`);
}

/**
 * @returns {Record<string, () => Call>} A function per request that makes the call; accounts that are refreshed differ.
 */
function requests() {
  const account = { auth: "token", token: "t" };
  const rows = { source: "issues", account };
  return {
    "GET /": () => ({ path: "/tracker", status: 200 }),
    validate: () => ({
      path: "/tracker/validate",
      body: { id: "token", fields: { token: "t" } },
      status: 200,
    }),
    refresh: () => ({ path: "/tracker/validate", body: { id: "oauth2", fields: expired() }, status: 200 }),
    "refused token": () => ({
      path: "/tracker",
      body: { ...rows, account: { auth: "oauth2", ...refused() } },
      status: 200,
    }),
    "bad date": () => ({
      path: "/tracker",
      body: { ...rows, filter: { updated: { _min: "31 Foo" } } },
      status: 400,
    }),
    "filtered rows": () => ({
      path: "/tracker",
      body: { ...rows, filter: { state: "open", updated: { _min: "2026-01-01" } } },
      status: 200,
    }),
    PostgreSQL: () => ({
      path: "/postgres",
      body: {
        source: "query",
        account: { auth: "none" },
        filter: { sql: "SELECT 1 AS one" },
      },
      status: 200,
    }),
  };
}

/** Returns an account whose access token has expired and whose refresh token was never used. */
function expired() {
  return { access_token: `a${(sent += 1)}`, refresh_token: `r${sent}`, expires_on: "2020-01-01T00:00:00Z" };
}

/** Returns an account whose access token the upstream refuses although its expiry is far away. */
function refused() {
  return { ...expired(), access_token: "refused", expires_on: "2999-01-01T00:00:00Z" };
}

/**
 * @param {() => Call} makeCall Makes the call.
 * @returns {Promise<readonly Station[]>} The stations of a warm call, sorted by path.
 */
async function countStations(makeCall) {
  for (let time = 0; time < repeats; time += 1) await send(makeCall());
  /** @type {Map<string, Set<string>> | undefined} */
  let common;
  for (let time = 0; time < repeats; time += 1) {
    await session.post("Profiler.takePreciseCoverage");
    await send(makeCall());
    const called = await calledFunctions();
    for (const [file, functions] of timers) for (const one of functions) called.get(file)?.delete(one);
    common ??= called;
    for (const [file, functions] of common) {
      const others = called.get(file) ?? new Set();
      for (const one of functions) if (!others.has(one)) functions.delete(one);
      if (functions.size === 0) common.delete(file);
    }
  }
  return [...(common ?? [])]
    .map(([file, functions]) => ({ file, functions: functions.size }))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

/** @returns {Promise<Map<string, Set<string>>>} Functions called since the last count, by file. */
async function calledFunctions() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  /** @type {Map<string, Set<string>>} */
  const called = new Map();
  for (const script of result) {
    if (!script.url.startsWith("file:")) continue;
    const path = fileURLToPath(script.url);
    if (!path.startsWith(root) || !/^(?:packages|connectors)\/[^/]+\/dist\//.test(path.slice(root.length)))
      continue;
    const functions = script.functions
      .filter(({ ranges: [range] }) => range !== undefined && range.count > 0)
      .map(({ functionName, ranges: [range] }) => `${functionName}:${range?.startOffset}`);
    if (functions.length > 0) called.set(path.slice(root.length), new Set(functions));
  }
  return called;
}

/** @param {Call} call The call to send. */
async function send({ path, body, status }) {
  const answer = await fetch(`${url}${path}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const answered = await answer.text();
  if (answer.status !== status)
    throw new Error(`Could not count ${path}: expected ${status}, got ${answer.status}: ${answered}`);
}

/** @param {string} baseUrl Address of the upstream. */
function tracker(baseUrl) {
  return defineConnector({
    id: "tracker",
    name: "Tracker",
    version: "1.0.0",
    description: "Issues",
    http: { baseUrl },
    accounts: {
      token: token(),
      oauth2: oauth2({
        name: "Tracker",
        authorize: `${baseUrl}/authorize`,
        token: `${baseUrl}/token`,
        clientId: "client",
        clientSecret: "secret",
      }),
    },
    identify: async () => ({ name: "Ada" }),
    sources: (source) => ({
      issues: source({
        name: "Issues",
        filter: { state: text({ optional: true }), updated: dateRange({ optional: true }) },
        fields: { id: id(), title: text(), updated: date() },
        rows: ({ http, filter }) =>
          http.pages("issues", { query: { state: filter.state, since: filter.updated?.min } }),
      }),
    }),
  });
}

/** Starts an upstream with one page of issues, and with a provider that gives out new tokens. */
async function startUpstream() {
  let given = 0;
  const server = createServer((request, response) => {
    const isRefused = request.headers.authorization === "Bearer refused";
    const body = isRefused
      ? {}
      : answerTo(new URL(request.url ?? "/", "http://upstream").pathname, (given += 1));
    request.resume();
    response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** @param {string} path @param {number} given */
function answerTo(path, given) {
  if (path === "/me") return { name: "Ada" };
  if (path === "/issues") return [{ id: "1", title: "One", updated: "2026-02-03T04:05:06Z" }];
  return {
    access_token: `new-${given}`,
    refresh_token: `next-${given}`,
    token_type: "Bearer",
    expires_in: 3600,
  };
}

/** Starts a temporary PostgreSQL server and its connector; `undefined` where that is impossible. */
async function startDatabase() {
  try {
    const server = await startPostgres({ isOpen: true });
    server.admin("CREATE ROLE reader LOGIN");
    const pinned = {
      host: "127.0.0.1",
      port: server.port,
      database: "postgres",
      user: "reader",
      password: "",
    };
    return {
      connector: postgres({ pinned: { ...pinned, tls: "off" }, queries: true }),
      stop: () => server.stop(),
    };
  } catch {
    return undefined;
  }
}
