import { rounds } from "../measure/counts.mjs";
import { singleFigure } from "../measure/figure.mjs";
import { figureOf, race } from "../measure/race.mjs";
import { spreadOf } from "../measure/spread.mjs";

/** Media types of the compared formats. */
export const formats = { ndjson: "application/x-ndjson", arrow: "application/vnd.apache.arrow.stream" };

/** Maximum of the bytes of Arrow as a share of those of NDJSON. */
const maxBytes = 0.6;

/**
 * Compares rows as Arrow with NDJSON: time, processor time and bytes.
 *
 * @param {object} options What to compare.
 * @param {string} options.rows Such as `2,000,000 rows of SQLite`.
 * @param {number} options.count Number of rows.
 * @param {import("../measure/start-service.mjs").Service} options.service The service.
 * @param {(accept: string) => Promise<{ bytes: number, total: number }>} options.read Reads all rows.
 * @param {number} options.atMost Maximum of the time as a multiple of that of NDJSON, or of the floor if there is one.
 * @param {number} [options.maxProcessor] Maximum of the processor time as a multiple. Default: none.
 * @param {{ what: string, run: () => Promise<number> }} [options.floor] What the time is compared with. Default: NDJSON.
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export async function compare({ rows, count, service, read, atMost, maxProcessor, floor }) {
  const bytes = {};
  const ways = floor === undefined ? {} : { floor: { run: floor.run } };
  for (const [name, accept] of Object.entries(formats)) {
    const run = async () => {
      const found = await read(accept);
      bytes[name] = found.bytes;
      return found.total;
    };
    ways[name] = { service, run };
    // The first run loads and compiles what the format needs.
    await run();
  }
  const results = await race(ways, rounds);
  const against = floor === undefined ? "ndjson" : "floor";
  const processor = results.map(({ arrow, ndjson }) => arrow.processorSeconds / ndjson.processorSeconds);
  return [
    ...(floor === undefined ? [] : [figureOf(results, { what: `${rows}: ${floor.what}`, name: "floor" })]),
    figureOf(results, {
      what: `${rows} to NDJSON over HTTP`,
      name: "ndjson",
      count,
      ...(floor && { against: "floor" }),
    }),
    figureOf(results, {
      what: `${rows} to Arrow over HTTP, against ${floor?.what ?? "NDJSON"}`,
      name: "arrow",
      against,
      count,
      limits: { atMost },
      published: true,
    }),
    ratioFigure(`Processor time of ${rows} to Arrow, against NDJSON`, {
      values: processor,
      atMost: maxProcessor,
    }),
    singleFigure(`Bytes of ${rows} as Arrow, against NDJSON`, {
      value: Number((bytes.arrow / bytes.ndjson).toFixed(2)),
      unit: "×",
      atMost: maxBytes,
      published: true,
    }),
  ];
}

/**
 * Creates the figure of a ratio that is not one of times.
 *
 * @param {string} what What was measured.
 * @param {{ values: number[], atMost: number | undefined }} measured One value for each round, and their maximum.
 * @returns {import("../measure/figure.mjs").Figure} The figure.
 */
export function ratioFigure(what, { values, atMost }) {
  const value = spreadOf(values);
  const figure = { what, value, unit: "×", runs: values.length, published: true };
  return atMost === undefined ? figure : { ...figure, limits: { atMost }, ok: value.median <= atMost };
}
