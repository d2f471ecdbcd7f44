import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { rounds } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { latencyWhile } from "./measure/latency-while.mjs";
import { makeReader } from "./measure/make-reader.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { startService } from "./measure/start-service.mjs";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 1);
const rowCount = Number(process.env["BENCH_ROWS"] ?? 500_000);

const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;
const account = JSON.stringify({ id: "token", fields: { token: "a-token-of-the-bench" } });
const services = {
  wellhead: new URL("./server/wellhead.mjs", import.meta.url),
  bare: new URL("./server/bare-fastify.mjs", import.meta.url),
  express: new URL("./server/express-json-stream.mjs", import.meta.url),
};
const json = { "content-type": "application/json" };

/**
 * Compares small requests with bare Fastify sending the same bytes, and rows from objects with Express and JSONStream.
 * Runs are interleaved; a ratio is that of neighbouring runs.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const parts = { small: smallRequests, objects: objectRows, live: liveBesideStreams };
  return { title: "Server", rows: await runParts(parts) };
}

async function smallRequests() {
  const logging = await startService(services.wellhead);
  const wellhead = await startService(services.wellhead, ["silent"]);
  const application = await (await fetch(`${wellhead.url}/`)).text();
  const validated = await (
    await fetch(`${wellhead.url}/validate`, { method: "POST", headers: json, body: account })
  ).text();
  const bare = await startService(services.bare, [application, validated]);
  const validate = { path: "/validate", method: "POST", headers: json, body: account };
  try {
    return [
      await compare("GET / against bare Fastify sending the same bytes", [wellhead, bare], {
        request: { path: "/" },
        limits: { atLeast: 0.7 },
        published: true,
      }),
      await compare("GET / with a log line each, against bare Fastify without", [logging, bare], {
        request: { path: "/" },
      }),
      await compare("POST /validate against bare Fastify sending the same bytes", [wellhead, bare], {
        request: validate,
        limits: { atLeast: 0.85 },
        published: true,
      }),
    ];
  } finally {
    logging.stop();
    wellhead.stop();
    bare.stop();
  }
}

async function compare(what, [ours, theirs], { request: asked, ...shown }) {
  for (const service of [ours, theirs]) await load(service, asked, 1);
  const way = (service) => ({ service, run: () => load(service, asked, seconds) });
  const results = await race({ ours: way(ours), theirs: way(theirs) }, rounds);
  return figureOf(results, {
    what,
    name: "ours",
    against: "theirs",
    unit: "requests/s",
    count: requestsOf,
    ...shown,
  });
}

function requestsOf({ value }) {
  return value * seconds;
}

/**
 * Returns the requests per second. Uses wrk where it is installed, because it costs the machine less than autocannon.
 */
async function load({ url }, { path, ...options }, duration) {
  if (hasWrk) return loadWithWrk(`${url}${path}`, options, duration);
  const result = await autocannon({ url: `${url}${path}`, connections: 32, duration, ...options });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`Could not load ${path}: got ${result.non2xx} refusals and ${result.errors} errors.`);
  }
  return result.requests.average;
}

async function loadWithWrk(address, { method = "GET", headers = {}, body = "" }, duration) {
  const script = join(mkdtempSync(join(tmpdir(), "bench-")), "request.lua");
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  writeFileSync(script, `wrk.method = "${method}"\nwrk.body = [[${body}]]\n${lines.join("\n")}\n`);
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    "-c32",
    `-d${duration}s`,
    "-s",
    script,
    address,
  ]);
  if (stdout.includes("Non-2xx")) throw new Error(`Could not load ${address}: got refusals.`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

async function objectRows() {
  const wellhead = await startService(services.wellhead);
  const express = await startService(services.express);
  const folder = mkdtempSync(join(tmpdir(), "wellhead-objects-"));
  const reader = makeReader(folder);
  const pull = async (service, limit) => {
    const body = { source: "rows", account: { token: "a-token-of-the-bench" }, limit };
    const { total } = await reader(service, body);
    return (limit / total) * 1000;
  };
  try {
    for (const service of [wellhead, express]) await pull(service, 20_000);
    const idle = (await wellhead.usage()).rss;
    const way = (service) => ({ service, run: () => pull(service, rowCount) });
    const results = await race({ ours: way(wellhead), theirs: way(express) }, rounds);
    const rows = `${rowCount.toLocaleString("en-US")} rows from objects`;
    return [
      figureOf(results, {
        what: `${rows}, against Express with JSONStream`,
        name: "ours",
        against: "theirs",
        unit: "rows/s",
        count: rowCount,
        limits: { atLeast: 2 },
        published: true,
      }),
      singleFigure(`Memory after ${rows}, above that after 20,000`, {
        value: Math.round(((await wellhead.usage()).rss - idle) / 2 ** 20),
        unit: "MiB",
        atMost: 64,
      }),
    ];
  } finally {
    wellhead.stop();
    express.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Asks the admin port whether the service lives, while streams keep its event loop busy. */
async function liveBesideStreams() {
  const wellhead = await startService(services.wellhead, ["silent", "admin"]);
  const folder = mkdtempSync(join(tmpdir(), "wellhead-live-"));
  const reader = makeReader(folder);
  const count = 20;
  const body = { source: "rows", account: { token: "a-token-of-the-bench" }, limit: rowCount / count };
  try {
    const work = () => Promise.all(Array.from({ length: count }, () => reader(wellhead, body)));
    return [await latencyWhile(wellhead, `${count} streams of rows from objects`, work)];
  } finally {
    wellhead.stop();
    rmSync(folder, { recursive: true });
  }
}
