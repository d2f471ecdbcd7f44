import { rowCount } from "../measure/counts.mjs";
import { peakWhile } from "../measure/peak-while.mjs";
import { figureOf, race } from "../measure/race.mjs";
import { all } from "./place.mjs";

const mebibyte = 2 ** 20;
const rounds = Number(process.env["BENCH_PEER_ROUNDS"] ?? 2);
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
  const ways = { ours: measured("ours", ours) };
  for (const [way, service] of services) ways[way] = measured(way, service);
  await ways.ours();
  const times = await race(ways, rounds);
  for (const service of services.values()) service.stop();
  const line = (name, what, least) => {
    const memory = `${Math.round(peaks[name] / mebibyte)} MiB`;
    return figureOf(times, { what: `${what}, ${memory}`, name, against: "ours", least });
  };
  return [
    line("ours", `PostgreSQL, ${rowCount} rows to JSON over HTTP: ours`),
    ...wanted.map((way) => line(way, `${names[way]}, against ours`, way === "query-stream" ? 7 : undefined)),
  ];
}
