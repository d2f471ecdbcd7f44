import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { rounds } from "./measure/counts.mjs";
import { spreadOf } from "./measure/spread.mjs";

const program = fileURLToPath(new URL("../packages/cli/bin/wellhead.js", import.meta.url));
const samples = fileURLToPath(new URL("../samples", import.meta.url));
const rowCount = Number(process.env["BENCH_ROWS"] ?? 500_000);
const lineCount = 20_000;

/**
 * Measures the command: the time until it prints help, the time until it listens, and how much slower a checked copy of
 * rows is than an unchecked one.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const help = await repeat(() => timeOf([program, "--help"]));
  const listening = await repeat(timeToListen);
  return {
    title: "Command",
    rows: [
      limited("wellhead --help", help, 150),
      limited("wellhead serve samples, to listening", listening, 1000),
      await copyRows(),
      await answerDates(),
    ],
  };
}

function limited(what, times, atMost) {
  const value = spreadOf(times, 0);
  return { what, value, unit: "ms", runs: times.length, limits: { atMost }, ok: value.median <= atMost };
}

async function repeat(measure) {
  const results = [];
  for (let round = 0; round < rounds; round += 1) results.push(await measure());
  return results;
}

async function timeOf(words, input) {
  const start = performance.now();
  const child = spawn(process.execPath, words, { stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(input ?? "");
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${words.join(" ")}: ended with ${code}`);
  return performance.now() - start;
}

async function timeToListen() {
  const start = performance.now();
  const words = [program, "serve", samples, "--port", "0", "--log-level", "silent"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const time = performance.now() - start;
  child.kill("SIGKILL");
  await once(child, "close");
  return time;
}

async function copyRows() {
  const { server, url } = await serveRows();
  try {
    const plain = `fetch(process.argv[1], { method: "POST" }).then(async ({ body }) => { for await (const _ of body); })`;
    const ratios = await repeat(async () => {
      const pulled = await timeOf([program, "pull", url, "rows"]);
      return pulled / (await timeOf(["-e", plain, url]));
    });
    const what = `wellhead pull of ${rowCount.toLocaleString("en-US")} rows, against reading them unchecked`;
    return { what, value: spreadOf(ratios), unit: "×", runs: ratios.length };
  } finally {
    server.close();
  }
}

async function serveRows() {
  const row = {
    id: 1234567,
    name: "Stormwatch Breakfast",
    amount: 12.5,
    at: "2026-01-01T00:00:00Z",
    note: "x".repeat(90),
  };
  const batch = Array.from({ length: 1000 }, () => JSON.stringify(row)).join(",");
  const application = {
    id: "bench",
    name: "Bench",
    authentication: [{ id: "none" }],
    sources: [{ id: "rows" }],
  };
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      response.end(JSON.stringify(application));
      return;
    }
    response.write("[");
    for (let sent = 0; sent < rowCount; sent += 1000) {
      if (!response.write((sent === 0 ? "" : ",") + batch)) await once(response, "drain");
    }
    response.end("]");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

async function answerDates() {
  const expressions = ["LAST 3 WEEKS", "BETWEEN 3 MONTHS AGO AND PREVIOUS WEEK", "10 Jan 2017", "TOMORROW"];
  const lines = Array.from({ length: lineCount }, (_, index) => {
    const zone = ["Z", "+03:00", "Europe/Berlin"][index % 3];
    return JSON.stringify({ expression: expressions[index % 4], now: "2017-06-13T00:00:00Z", zone });
  });
  const times = await repeat(() => timeOf([program, "dates", "--batch"], lines.join("\n")));
  const rates = times.map((time) => lineCount / (time / 1000));
  return { what: "wellhead dates --batch", value: spreadOf(rates, 0), unit: "lines/s", runs: rates.length };
}
