import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "./measure/percentile.mjs";
import { startService } from "./measure/start-service.mjs";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);
const factor = 10;
const crowd = 800;
const service = new URL("./overload/service.mjs", import.meta.url);
const json = { "content-type": "application/json" };

/**
 * Requests that are sent until the service is overloaded. Each keeps the processor of the service busy in a different
 * way.
 */
const floods = [
  { name: "POST /", method: "POST", path: "/busy/", body: { source: "rows", account: {} } },
  { name: "POST /datalist", method: "POST", path: "/busy/datalist?source=rows&field=kind", body: {} },
  { name: "POST /validate", method: "POST", path: "/busy/validate", body: { id: "none", fields: {} } },
  { name: "POST /schema", method: "POST", path: "/busy/schema", body: { source: "rows", account: {} } },
];

/** Requests that other callers send meanwhile, to the flooded connector and to another one. */
const others = [
  { name: "GET /", method: "GET", path: "/busy/" },
  { name: "POST /validate", method: "POST", path: "/calm/validate", body: { id: "none", fields: {} } },
  { name: "POST /", method: "POST", path: "/calm/", body: { source: "rows", account: {}, limit: 10 } },
];

/**
 * Measures what a service still does when it gets ten times the requests it can handle: at a steady rate, and from 800
 * callers that each send the next request as soon as they get a response or a refusal.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const wanted = (process.env["BENCH_PARTS"] ?? floods.map(({ name }) => name).join(",")).split(",");
  const rows = [];
  for (const flood of floods) if (wanted.includes(flood.name)) rows.push(...(await overload(flood)));
  return { title: "Overload", rows };
}

async function overload(flood) {
  const { url, stop } = await startService(service);
  const agent = new Agent({ keepAlive: true, maxSockets: crowd + 100 });
  const send = (asked = flood) => ask(url, asked, agent);
  try {
    await callers(send, 8, 1);
    const peak = await callers(send, 8, seconds);
    const steady = await besides(send, () => arrivals(send, peak.rate * factor, seconds));
    const recovery = await recover(send);
    const crowded = await besides(send, () => callers(send, crowd, seconds));
    return [
      ...figures(`${flood.name} at ${factor} × the load`, peak, steady),
      { what: `${flood.name}: whole service again after`, ...inMilliseconds(recovery, 5000) },
      ...figures(`${flood.name} from ${crowd} callers`, peak, crowded),
    ];
  } finally {
    agent.destroy();
    stop();
  }
}

function figures(what, peak, { rate, refusals, others: waits }) {
  const ratio = Number((rate / peak.rate).toFixed(2));
  const goodput = {
    value: Number(rate.toFixed(1)),
    unit: "answers/s",
    ratio,
    limits: { atLeast: 0.9 },
    ok: ratio >= 0.9,
  };
  return [
    { what: `${what}: answers, against ${peak.rate.toFixed(1)} at the peak`, ...goodput },
    {
      what: `${what}: 99 % of ${refusals.length} refusals`,
      ...inMilliseconds(percentile(refusals, 99), 100),
    },
    {
      what: `${what}: 99 % of ${waits.length} small requests`,
      ...inMilliseconds(percentile(waits, 99), 250),
    },
  ];
}

function inMilliseconds(value, limit) {
  return { value: Math.round(value), unit: "ms", limits: { atMost: limit }, ok: value <= limit };
}

/**
 * Runs concurrent callers that each send the next request as soon as they get a response. Returns complete responses
 * per second and the times of refusals.
 */
async function callers(send, count, duration) {
  const end = performance.now() + duration * 1000;
  const result = { done: 0, refusals: [] };
  const caller = async () => {
    while (performance.now() < end) await countAnswer(send, result, end);
  };
  await Promise.race([Promise.all(Array.from({ length: count }, caller)), delay(duration * 1000)]);
  return { rate: result.done / duration, refusals: result.refusals };
}

/** Sends requests at a fixed rate per second, whether earlier ones have finished or not. */
async function arrivals(send, rate, duration) {
  const start = performance.now();
  const end = start + duration * 1000;
  const result = { done: 0, refusals: [] };
  for (let sent = 0; performance.now() < end; await delay(2))
    for (; sent < ((performance.now() - start) / 1000) * rate; sent += 1) void countAnswer(send, result, end);
  return { rate: result.done / duration, refusals: result.refusals };
}

async function countAnswer(send, result, end) {
  const { ok, status, ms } = await send();
  if (performance.now() > end) return;
  if (ok) result.done += 1;
  if (status === 503) result.refusals.push(ms);
}

/** Sends small requests, one after the other, while a task runs. */
async function besides(send, work) {
  let running = true;
  const waits = [];
  const probe = async (other) => {
    for (; running; await delay(20)) {
      const { ok, ms } = await send(other);
      waits.push(ok ? ms : Number.POSITIVE_INFINITY);
    }
  };
  const probes = others.map(probe);
  const result = await work();
  running = false;
  await Promise.all(probes);
  return { ...result, others: waits };
}

/** Returns the milliseconds until ten consecutive requests succeed, sent one at a time. */
async function recover(send) {
  const start = performance.now();
  let since = start;
  for (let whole = 0; whole < 10 && performance.now() - start < 60_000; ) {
    const { ok } = await send();
    whole = ok ? whole + 1 : 0;
    if (!ok) since = performance.now();
  }
  return since - start;
}

function ask(url, { method, path, body }, agent) {
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (status, ok) => resolve({ status, ok, ms: performance.now() - start });
    const asked = request(`${url}${path}`, { method, agent, headers: json });
    asked.on("error", () => end(0, false));
    asked.on("response", (response) => {
      response.resume();
      response.on("close", () => end(response.statusCode, response.complete && response.statusCode === 200));
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
