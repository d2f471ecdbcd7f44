import { rounds, rowCount } from "../measure/counts.mjs";
import { figureOf, race } from "../measure/race.mjs";
import { all } from "./place.mjs";

/**
 * Compares the three formats and psql with the bare wire protocol.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<object[]>} The figures.
 */
export async function speed({ floor, read, copy, ours }) {
  const way = (accept) => async () => (await read(ours, all, { accept })).total;
  const ways = {
    floor: () => floor(all),
    json: way("application/json"),
    ndjson: way("application/x-ndjson"),
    csv: way("text/csv"),
    copy,
  };
  await ways.json();
  await ways.csv();
  const times = await race(ways, rounds);
  const line = (what, name, most) => figureOf(times, { what, name, against: "floor", most });
  return [
    line(`PostgreSQL, ${rowCount} rows: the bare wire`, "floor"),
    line("to JSON over HTTP, against the bare wire", "json", 1.3),
    line("to NDJSON over HTTP, against the bare wire", "ndjson", 1.3),
    line("to CSV over HTTP, against the bare wire", "csv", 1.3),
    line("psql \\copy to /dev/null, against the bare wire", "copy"),
  ];
}
