import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { median } from "./measure/median.mjs";
import { startService } from "./measure/start-service.mjs";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 9);
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
 * Runs are interleaved; a ratio is the median of the ratios of neighbouring runs.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  return { title: "Server", rows: [...(await smallRequests()), ...(await objectRows())] };
}

async function smallRequests() {
  const logging = await startService(services.wellhead);
  const wellhead = await startService(services.wellhead, ["silent"]);
  const application = await (await fetch(`${wellhead.url}/`)).text();
  const validated = await (
    await fetch(`${wellhead.url}/validate`, { method: "POST", headers: json, body: account })
  ).text();
  const bare = await startService(services.bare, [application, validated]);
  try {
    const get = await compare(wellhead, bare, { path: "/" });
    const logged = await compare(logging, bare, { path: "/" });
    const post = await compare(wellhead, bare, {
      path: "/validate",
      method: "POST",
      headers: json,
      body: account,
    });
    return [
      line("GET / against bare Fastify", get, { limit: 0.7, unit: "requests/s" }),
      line("GET / with a log line each, against bare Fastify without", logged, { unit: "requests/s" }),
      line("POST /validate against bare Fastify", post, { limit: 0.7, unit: "requests/s" }),
    ];
  } finally {
    logging.stop();
    wellhead.stop();
    bare.stop();
  }
}

async function compare(ours, theirs, options) {
  const pairs = [];
  for (const service of [ours, theirs]) await load(service, options, 1);
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ ours: await load(ours, options, seconds), theirs: await load(theirs, options, seconds) });
  }
  return pairs;
}

/**
 * Returns the requests per second. Uses wrk where it is installed, because it costs the machine less than autocannon.
 */
async function load({ url }, { path, ...options }, duration) {
  if (hasWrk) return loadWithWrk(`${url}${path}`, options, duration);
  const result = await autocannon({ url: `${url}${path}`, connections: 32, duration, ...options });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`Load ${path}: found ${result.non2xx} refusals and ${result.errors} errors, wanted none`);
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
  if (stdout.includes("Non-2xx")) throw new Error(`Load ${address}: found refusals, wanted none`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

async function objectRows() {
  const wellhead = await startService(services.wellhead);
  const express = await startService(services.express);
  try {
    for (const service of [wellhead, express]) await pull(service, 20_000);
    const idle = await wellhead.rss();
    const pairs = [];
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      pairs.push({ ours: await pull(wellhead, rowCount), theirs: await pull(express, rowCount) });
    }
    const grown = (await wellhead.rss()) - idle;
    return [
      line(`${rowCount} rows from objects against Express + JSONStream`, pairs, { limit: 2, unit: "rows/s" }),
      {
        what: `Memory after ${rowCount} rows from objects, above that after 20000`,
        value: Math.round(grown / 2 ** 20),
        unit: "MiB",
        limit: 64,
        ok: grown <= 64 * 2 ** 20,
      },
    ];
  } finally {
    wellhead.stop();
    express.stop();
  }
}

/** Reads all rows and discards them. Returns the rows per second. */
async function pull({ url }, limit) {
  const start = performance.now();
  const asked = request(`${url}/`, { method: "POST", headers: json });
  asked.end(JSON.stringify({ source: "rows", account: { token: "a-token-of-the-bench" }, limit }));
  const [response] = await once(asked, "response");
  response.resume();
  await once(response, "end");
  return (limit / (performance.now() - start)) * 1000;
}

function line(what, pairs, { limit, unit }) {
  const ratio = Number(median(pairs.map(({ ours, theirs }) => ours / theirs)).toFixed(2));
  return {
    what,
    value: Math.round(median(pairs.map(({ ours }) => ours))),
    unit,
    ratio,
    ...(limit !== undefined && { limit, ok: ratio >= limit }),
  };
}
