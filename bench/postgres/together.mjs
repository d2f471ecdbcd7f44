import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { all, rowCount, timed } from "./place.mjs";

const streams = 20;

/**
 * Twenty streams at once against one per core, and small requests beside them.
 *
 * @param {object} place What `makePlace` gave.
 * @returns {Promise<object[]>} The figures.
 */
export async function together({ ours, read }) {
  const cores = availableParallelism();
  const share = Math.round(rowCount / 10);
  const few = `${all} limit ${Math.round((share * streams) / cores)}`;
  await read(ours, { sql: few });
  const perCore = await timed(() =>
    Promise.all(Array.from({ length: cores }, () => read(ours, { sql: few }))),
  );
  const latencies = [];
  let running = true;
  const probe = (async () => {
    while (running) {
      latencies.push(await timed(async () => (await fetch(`${ours.adminUrl}/live`)).text()));
      await wait(5);
    }
  })();
  const ends = [];
  const time = await timed(() =>
    Promise.all(
      Array.from({ length: streams }, async () => {
        const { total } = await read(ours, { sql: `${all} limit ${share}` });
        ends.push(total);
      }),
    ),
  );
  running = false;
  await probe;
  return figures({ cores, ratio: perCore / time, ends, latencies });
}

function figures({ cores, ratio, ends, latencies }) {
  const worst = latencies.toSorted((left, right) => left - right)[Math.floor(latencies.length * 0.99)] ?? 0;
  const rounded = Number(ratio.toFixed(2));
  // All have the same work: had one starved, it would have ended long after the others.
  const spread = Number(
    (Math.max(...ends) / (ends.reduce((sum, end) => sum + end, 0) / ends.length)).toFixed(2),
  );
  return [
    {
      what: `${streams} streams at once, throughput against ${cores} streams`,
      value: rounded,
      unit: "×",
      ratio: rounded,
      limit: 0.9,
      ok: rounded >= 0.9,
    },
    {
      what: "the slowest of them, against their mean",
      value: spread,
      unit: "×",
      ratio: spread,
      limit: 2,
      ok: spread <= 2,
    },
    {
      what: "GET /live beside them, 99th percentile",
      value: Math.round(worst),
      unit: "ms",
      limit: 50,
      ok: worst < 50,
    },
  ];
}
