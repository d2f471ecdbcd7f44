import { makeData } from "../files/make-data.mjs";
import { rounds, rowCount } from "../measure/counts.mjs";
import { figureOf, race } from "../measure/race.mjs";
import { startService } from "../measure/start-service.mjs";
import { ratioFigure } from "./compare.mjs";
import { fileRows, fileService } from "./files.mjs";

const reader = new URL("./read-rows.mjs", import.meta.url);

/**
 * Compares serving, sending and reading rows into `apache-arrow` with NDJSON and `JSON.parse` of each line. The reader
 * is a process of its own, which reads the next response when it is asked to.
 *
 * @returns {Promise<import("../measure/figure.mjs").Figure[]>} The figures.
 */
export async function endToEnd() {
  const service = await startService(fileService, [await makeData(rowCount, ["parquet"])]);
  const readers = {};
  try {
    const ways = {};
    for (const format of ["ndjson", "arrow"]) {
      readers[format] = await startService(reader, [format, service.url, JSON.stringify(fileRows)]);
      const { url } = readers[format];
      const run = async () => {
        const { rows, milliseconds } = await (await fetch(url)).json();
        if (rows !== rowCount) throw new Error(`Could not compare the formats: ${format} had ${rows} rows.`);
        return milliseconds;
      };
      ways[format] = { service: { usage: () => usageOf(service, readers[format]) }, run };
      await run();
    }
    const results = await race(ways, rounds);
    const rows = `${rowCount.toLocaleString("en-US")} rows of Parquet`;
    return [
      figureOf(results, { what: `${rows} to NDJSON and JSON.parse`, name: "ndjson", count: rowCount }),
      figureOf(results, {
        what: `${rows} served as Arrow and read into apache-arrow, against NDJSON and JSON.parse of each line`,
        name: "arrow",
        against: "ndjson",
        count: rowCount,
        limits: { atMost: 0.2 },
        published: true,
      }),
      ratioFigure("Processor time of service and reader with Arrow, against NDJSON and JSON.parse", {
        values: results.map(({ arrow, ndjson }) => arrow.processorSeconds / ndjson.processorSeconds),
        atMost: undefined,
      }),
    ];
  } finally {
    service.stop();
    for (const { stop } of Object.values(readers)) stop();
  }
}

/** Returns what both processes have used. */
async function usageOf(service, other) {
  const [first, second] = [await service.usage(), await other.usage()];
  return {
    rss: first.rss + second.rss,
    processorSeconds: first.processorSeconds + second.processorSeconds,
  };
}
