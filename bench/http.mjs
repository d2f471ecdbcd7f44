import { spawn } from "node:child_process";
import { configureEgress, openHttp } from "@wellhead/runtime";
import { linkHeader } from "@wellhead/sdk";
import { Agent, request } from "undici";
import { rounds } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { timed } from "./measure/timed.mjs";

const pages = 1000;
const rows = 100;

/**
 * Reads a paged JSON API with the SDK's HTTP client, and with bare undici that concatenates the pages. The upstream
 * takes a millisecond per page. Then the client alone reads ten times the pages, to measure its memory.
 *
 * @returns {Promise<object>} Times, their ratio, and how memory grew
 */
export async function bench() {
  const upstream = spawn(process.execPath, [new URL("./http/upstream.mjs", import.meta.url).pathname]);
  /** @type {unknown} */
  const line = await new Promise((resolve) => {
    upstream.stdout.once("data", resolve);
  });
  const base = `http://127.0.0.1:${Number(line)}`;
  configureEgress({ allow: "127.0.0.1/32:*" });
  try {
    await readByUndici(base);
    await readByClient(base, pages);
    const service = { usage: ownUsage };
    const results = await race(
      {
        bare: { service, run: async () => pages / ((await timed(() => readByUndici(base))) / 1000) },
        ours: { service, run: async () => pages / ((await timed(() => readByClient(base, pages))) / 1000) },
      },
      rounds,
    );
    const { grown } = await measureMemory(base);
    const [few, many] = [pages, pages * 10].map((count) => count.toLocaleString("en-US"));
    const common = { unit: "pages/s", count: pages * rows };
    return {
      title: `A paged JSON API: ${few} pages of ${rows} rows, 1 ms each`,
      rows: [
        figureOf(results, { what: "bare undici, pages concatenated", name: "bare", ...common }),
        figureOf(results, {
          what: `${few} pages of a JSON API by the SDK's client, against the speed of bare undici`,
          name: "ours",
          against: "bare",
          ...common,
          limits: { atLeast: 0.8 },
          published: true,
        }),
        singleFigure(`memory after ${many} pages, above that after ${few}`, {
          value: grown,
          unit: "MiB",
          atMost: 32,
        }),
      ],
    };
  } finally {
    upstream.kill();
  }
}

/** Returns what this process has used: both clients run in it. */
async function ownUsage() {
  const { user, system } = process.cpuUsage();
  return { rss: process.memoryUsage.rss(), processorSeconds: (user + system) / 1e6 };
}

/** @param {string} base */
async function readByUndici(base) {
  const dispatcher = new Agent({ connections: 64, pipelining: 1 });
  const all = [];
  for (let next = `${base}/list?page=1&last=${pages}`; next !== undefined; ) {
    const { headers, body } = await request(next, { dispatcher });
    all.push(...(await body.json()));
    const found = /<([^>]+)>; rel="next"/.exec(String(headers["link"] ?? ""))?.[1];
    next = found === undefined ? undefined : new URL(found, base).href;
  }
  await dispatcher.close();
  if (all.length !== pages * rows)
    throw new Error(`Could not read with undici: expected ${pages * rows} rows, got ${all.length}.`);
}

/** @param {string} base @param {number} last @param {(page: number) => void} [watch] */
async function readByClient(base, last, watch) {
  const silent = { info: () => undefined, warn: () => undefined };
  const http = openHttp({
    connector: "bench",
    definition: { baseUrl: base, paging: linkHeader() },
    context: {
      account: { kind: "none" },
      signal: new AbortController().signal,
      log: silent,
      requestId: "bench",
    },
    interactive: false,
  });
  let count = 0;
  let page = 0;
  for await (const batch of http.pages("list", { query: { page: 1, last }, maxPages: last + 1 })) {
    count += batch.length;
    page += 1;
    watch?.(page);
  }
  if (count !== last * rows)
    throw new Error(`Could not read with the client: expected ${last * rows} rows, got ${count}.`);
}

/** @param {string} base */
async function measureMemory(base) {
  /** @type {number[]} */
  const readings = [];
  const note = (/** @type {number} */ page) => {
    if (page !== pages && page !== pages * 10) return;
    globalThis.gc?.();
    readings.push(process.memoryUsage().rss);
  };
  await readByClient(base, pages * 10, note);
  const [early = 0, late = 0] = readings;
  return { grown: Math.round(((late - early) / 1024 / 1024) * 10) / 10 };
}
