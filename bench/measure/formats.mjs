import { rounds, rowCount } from "./counts.mjs";
import { figureOf, race } from "./race.mjs";

/** Limits of a database's rows over HTTP, against the server sending them to a client that discards them. */
export const streamLimits = { atMost: 1.2, worst: 1.35 };

const formats = { json: "application/json", ndjson: "application/x-ndjson", csv: "text/csv" };

/** Names of the formats. */
const names = { json: "JSON", ndjson: "NDJSON", csv: "CSV" };

/**
 * Compares rows over HTTP, in each format, with a floor and other implementations.
 *
 * @param {object} options What to compare.
 * @param {string} options.database Name of the database.
 * @param {string} options.against Name of the floor.
 * @param {import("./start-service.mjs").Service} options.service Our service.
 * @param {(read: { accept: string }) => Promise<{ total: number }>} options.read Reads all rows of our service.
 * @param {() => Promise<number>} options.floor Returns the milliseconds of the floor.
 * @param {Record<string, { what: string, way: import("./race.mjs").Way }>} [options.others] Other implementations.
 * @param {import("./figure.mjs").Limits} options.limits Limits of the ratios.
 * @returns {Promise<import("./figure.mjs").Figure[]>} The figures.
 */
export async function compareFormats({ database, against, service, read, floor, others = {}, limits }) {
  const ways = { floor: { run: floor } };
  for (const [format, accept] of Object.entries(formats)) {
    ways[format] = { service, run: async () => (await read({ accept })).total };
    // The first run loads and compiles what the format needs.
    await ways[format].run();
  }
  for (const [name, { way }] of Object.entries(others)) ways[name] = way;
  const results = await race(ways, rounds);
  const rows = `${rowCount.toLocaleString("en-US")} rows of ${database}`;
  const compared = { against: "floor", count: rowCount };
  return [
    figureOf(results, { what: `${rows}: ${against}`, name: "floor" }),
    ...Object.keys(formats).map((name) =>
      figureOf(results, {
        what: `${rows} to ${names[name]} over HTTP, against ${against}`,
        name,
        ...compared,
        limits,
        published: true,
      }),
    ),
    ...Object.entries(others).map(([name, { what }]) =>
      figureOf(results, { what: `${what}, against ${against}`, name, ...compared }),
    ),
  ];
}
