import { rounds, rowCount } from "../measure/counts.mjs";
import { peakWhile } from "../measure/peak-while.mjs";
import { figureOf, race } from "../measure/race.mjs";
import { all } from "./place.mjs";

const mebibyte = 2 ** 20;
const names = {
  "query-stream": "pg-query-stream + JSON.stringify",
  "json-stream": "pg-query-stream + JSONStream",
  "postgres-js": "postgres.js cursor + JSON.stringify",
  "json-agg": "json_agg in one piece",
};
/** Peers to run; all of them together take more than two minutes. */
const wanted = (process.env["BENCH_PEERS"] ?? Object.keys(names).join(",")).split(",");

/**
 * Compares other implementations of JSON over HTTP with ours.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<object[]>} The figures.
 */
export async function peers({ read, ours, peer }) {
  const services = new Map();
  const peaks = {};
  for (const way of wanted) services.set(way, await peer(way));
  const measured = (name, service) => async () => {
    let total = 0;
    const peak = await peakWhile(service, async () => ({ total } = await read(service, all)));
    peaks[name] = Math.max(peaks[name] ?? 0, peak);
    return total;
  };
  const ways = { ours: { run: measured("ours", ours) } };
  for (const [way, service] of services) ways[way] = { run: measured(way, service) };
  await ways.ours.run();
  const results = await race(ways, rounds);
  for (const service of services.values()) service.stop();
  const memory = (name) => `${Math.round(peaks[name] / mebibyte)} MiB`;
  const rows = `${rowCount.toLocaleString("en-US")} rows of PostgreSQL to JSON over HTTP`;
  return [
    figureOf(results, { what: `${rows}: ours, ${memory("ours")}`, name: "ours" }),
    ...wanted.map((name) => {
      const what = `${rows}: ${names[name]}, ${memory(name)}, against ours`;
      const limits = name === "query-stream" ? { limits: { atLeast: 7 }, published: true } : {};
      return figureOf(results, { what, name, against: "ours", ...limits });
    }),
  ];
}
