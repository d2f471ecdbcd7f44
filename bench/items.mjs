import { spawn } from "node:child_process";
import { configureEgress, openHttp } from "@wellhead/runtime";
import { Agent, request } from "undici";
import { rounds } from "./measure/counts.mjs";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { timed } from "./measure/timed.mjs";

/** Number of rows in one of the upstream's chunks, and its size in bytes. */
const piece = { rows: 100, bytes: 12_292 };
/** Number of chunks in about 64 MiB, which can still be read as a whole, and in a GiB, which cannot. */
const times = { small: 5400, large: 87_400 };

/**
 * Reads a JSON array of 64 MiB item by item, and as a whole with bare undici and `JSON.parse`. Then reads one of a GiB
 * item by item, to measure the memory.
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
    await readItems(base, times.small);
    const rss = process.memoryUsage.rss();
    let most = 0;
    const seconds =
      (await timed(() =>
        readItems(base, times.large, () => {
          most = Math.max(most, process.memoryUsage.rss());
        }),
      )) / 1000;
    const grown = Math.round((most - rss) / 1024 / 1024);
    const results = await race(
      {
        whole: { run: () => timed(() => readWhole(base, times.small)) },
        ours: { run: () => timed(() => readItems(base, times.small)) },
      },
      rounds,
    );
    return {
      title: "One JSON array, as it comes",
      rows: [
        figureOf(results, { what: "64 MiB by bare undici and JSON.parse", name: "whole" }),
        figureOf(results, {
          what: "64 MiB by http.get().items(), against that",
          name: "ours",
          against: "whole",
          limits: { atMost: 2 },
        }),
        singleFigure("1 GiB by http.get().items()", {
          value: Math.round((times.large * piece.bytes) / 1e6 / seconds),
          unit: "MB/s",
        }),
        singleFigure("memory while it is read", { value: grown, unit: "MiB more", atMost: 96 }),
      ],
    };
  } finally {
    upstream.kill();
  }
}

/** @param {string} base @param {number} pieces */
async function readWhole(base, pieces) {
  const dispatcher = new Agent();
  const { body } = await request(`${base}/list?times=${pieces}`, { dispatcher });
  /** @type {unknown} */
  const rows = JSON.parse(await body.text());
  await dispatcher.close();
  check(Array.isArray(rows) ? rows.length : 0, pieces);
}

/** @param {string} base @param {number} pieces @param {() => void} [watch] */
async function readItems(base, pieces, watch) {
  const silent = { info: () => undefined, warn: () => undefined };
  const http = openHttp({
    connector: "bench",
    definition: { baseUrl: base },
    context: {
      account: { kind: "none" },
      signal: new AbortController().signal,
      log: silent,
      requestId: "bench",
    },
    interactive: false,
  });
  let count = 0;
  for await (const batch of http.get("list", { query: { times: pieces } }).items()) {
    count += batch.length;
    watch?.();
  }
  check(count, pieces);
}

/** @param {number} count @param {number} pieces */
function check(count, pieces) {
  if (count !== pieces * piece.rows)
    throw new Error(`Could not read the items: expected ${pieces * piece.rows}, got ${count}.`);
}
