import { all, peakWhile, rowCount } from "./place.mjs";
import { race, ratioOf, secondsOf } from "./race.mjs";

const mebibyte = 2 ** 20;
const rounds = Number(process.env["BENCH_PEER_ROUNDS"] ?? 2);
const names = {
  "query-stream": "pg-query-stream + JSON.stringify",
  "json-stream": "pg-query-stream + JSONStream",
  "postgres-js": "postgres.js cursor + JSON.stringify",
  "json-agg": "json_agg in one piece",
};
/** Peers to run; all of them take more than two minutes. */
const wanted = (process.env["BENCH_PEERS"] ?? Object.keys(names).join(",")).split(",");

/**
 * Other ways to JSON over HTTP against ours.
 *
 * @param {object} place What `makePlace` gave.
 * @returns {Promise<object[]>} The figures.
 */
export async function peers({ read, ours, peer }) {
  const services = new Map();
  const peaks = {};
  for (const way of wanted) services.set(way, await peer(way));
  const measured = (name, service) => async () => {
    let total = 0;
    const peak = await peakWhile(service, async () => ({ total } = await read(service, { sql: all })));
    peaks[name] = Math.max(peaks[name] ?? 0, peak);
    return total;
  };
  const ways = { ours: measured("ours", ours) };
  for (const [way, service] of services) ways[way] = measured(way, service);
  await ways.ours();
  const times = await race(ways, rounds);
  for (const service of services.values()) service.stop();
  const line = (name, what, limit) => {
    const ratio = ratioOf(times, name, "ours");
    return {
      what: `${what}, ${Math.round(peaks[name] / mebibyte)} MiB`,
      value: secondsOf(times, name),
      unit: "s",
      ratio,
      ...(limit !== undefined && { limit, ok: ratio >= limit }),
    };
  };
  return [
    line("ours", `PostgreSQL, ${rowCount} rows to JSON over HTTP: ours`),
    ...wanted.map((way) => line(way, `${names[way]}, against ours`, way === "query-stream" ? 7 : undefined)),
  ];
}
