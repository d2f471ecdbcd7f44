import { availableParallelism } from "node:os";
import { rowCount } from "../measure/counts.mjs";
import { singleFigure } from "../measure/figure.mjs";
import { latencyWhile } from "../measure/latency-while.mjs";
import { timed } from "../measure/timed.mjs";
import { all } from "./place.mjs";

const streams = 20;

/**
 * Compares twenty concurrent streams with one per core, and measures small requests at the same time.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<object[]>} The figures.
 */
export async function together({ ours, read }) {
  const cores = availableParallelism();
  const share = Math.round(rowCount / 10);
  const few = `${all} limit ${Math.round((share * streams) / cores)}`;
  await read(ours, few);
  const perCore = await timed(() => Promise.all(Array.from({ length: cores }, () => read(ours, few))));
  let ends = [];
  let time = 0;
  const latency = await latencyWhile(ours, "them", async () => {
    ends = [];
    time = await timed(() =>
      Promise.all(
        Array.from({ length: streams }, async () => {
          const { total } = await read(ours, `${all} limit ${share}`);
          ends.push(total);
        }),
      ),
    );
  });
  return [...figures({ cores, ratio: perCore / time, ends }), latency];
}

function figures({ cores, ratio, ends }) {
  // All streams have the same amount of work: if one had starved, it would have ended long after the others.
  const spread = Math.max(...ends) / (ends.reduce((sum, end) => sum + end, 0) / ends.length);
  return [
    singleFigure(`${streams} streams at once, throughput against ${cores} streams`, {
      value: Number(ratio.toFixed(2)),
      unit: "×",
      atLeast: 0.9,
    }),
    singleFigure("the slowest of them, against their mean", {
      value: Number(spread.toFixed(2)),
      unit: "×",
      atMost: 2,
    }),
  ];
}
