import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { compile } from "./measure/compile.mjs";
import { percentile } from "./measure/percentile.mjs";
import { startService } from "./measure/start-service.mjs";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 5);

/**
 * Complete responses count only after this many seconds. Before, many streams begin and none ends: in a short run those
 * that are under way at its end would be missing from the figure.
 */
const beginSeconds = 2;
const factor = 10;
const crowd = 800;

/**
 * Maximum time of a refusal for one of so many callers that send the next request at once, in milliseconds. A refused
 * request takes about 0.1 ms of processor time. If it were refused within 100 ms, 800 callers would be sent 8,000
 * refusals a second, which is 80 % of the time. With a tenth of the time, a refusal takes 800 ms.
 */
const maxCrowdRefusalMs = 1000;

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
  const agent = new Agent({ keepAlive: true });
  const folder = await mkdtemp(join(tmpdir(), "wellhead-overload-"));
  const program = compile(new URL("./overload/load.c", import.meta.url), folder);
  const send = (asked = flood) => ask(url, asked, agent);
  const sendMany = (options) => load(flood, { program, url, duration: seconds, ...options });
  try {
    await sendMany({ connections: 8, duration: 1 });
    const peak = await besides(send, () => sendMany({ connections: 8 }));
    const steady = await besides(send, () =>
      sendMany({ connections: crowd + 100, rate: peak.rate * factor }),
    );
    const recovery = await recover(send);
    const crowded = await besides(send, () => sendMany({ connections: crowd }));
    return [
      ...figures(`${flood.name} at ${factor} × the load`, peak, steady),
      { what: `${flood.name}: whole service again after`, ...inMilliseconds(recovery, 5000) },
      ...figures(`${flood.name} from ${crowd} callers`, peak, {
        ...crowded,
        refusalLimit: maxCrowdRefusalMs,
      }),
    ];
  } finally {
    agent.destroy();
    stop();
    await rm(folder, { recursive: true });
  }
}

function figures(what, peak, { rate, refusals, answered, others: waits, refusalLimit = 100 }) {
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
      what: `${what}: 99 % of ${answered.length} refusals, since the request was written`,
      ...inMilliseconds(percentile(answered, 99), refusalLimit),
    },
    {
      what: `${what}: 99 % of them, since the request was due in a generator on the same processors`,
      value: Math.round(percentile(refusals, 99)),
      unit: "ms",
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
 * Sends requests from a process of its own, so that the event loop of this one delays no measurement. Returns the complete
 * responses per second, and the milliseconds until each refusal, since its request was due (`refusals`) and since it was in
 * the socket of the service (`answered`).
 *
 * @param {object} flood The request.
 * @param {{ program: string, url: string, connections: number, rate?: number, duration: number }} options The generator,
 * the service, and how the requests are sent: at a rate per second, or without one as soon as a connection is free.
 */
async function load({ path, body }, { program, url, connections, rate = 0, duration }) {
  const words = [
    new URL(url).port,
    beginSeconds,
    duration,
    rate,
    connections,
    path,
    JSON.stringify(body),
  ].map(String);
  const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 64 * 1024 * 1024 });
  const { done, refusals, answered } = JSON.parse(stdout);
  return { rate: done / duration, refusals, answered };
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
