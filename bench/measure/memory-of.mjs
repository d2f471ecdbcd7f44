import { setTimeout as wait } from "node:timers/promises";
import { largeCount } from "./counts.mjs";
import { singleFigure } from "./figure.mjs";
import { peakWhile } from "./peak-while.mjs";

const mebibyte = 2 ** 20;
const most = 64;

/** @import { ReadOptions } from "./make-reader.mjs" */

/**
 * @typedef {object} MemoryOptions
 * @property {Pick<import("./start-service.mjs").Service, "usage">} service The service.
 * @property {() => Promise<unknown>} readOne Reads one row, so that everything the first row needs is already loaded.
 * @property {(options?: ReadOptions) => Promise<unknown>} readAll Reads all rows.
 * @property {string} above Name of the figure.
 */

/**
 * Measures the memory during long streams, with a fast reader and with a slow one.
 *
 * @param {MemoryOptions} options The service and how to read from it.
 * @returns {Promise<object[]>} The figures.
 */
export async function memoryOf({ service, readOne, readAll, above }) {
  await readOne();
  await wait(1000);
  const { rss: idle } = await service.usage();
  const slow = await peakWhile(service, () => readAll({ bytesPerSecond: 5_000_000, seconds: 20 }));
  const fast = await peakWhile(service, () => readAll());
  const line = (what, peak, published) => {
    const value = Math.round((peak - idle) / mebibyte);
    return singleFigure(`${above}, ${what}`, { value, unit: "MiB", atMost: most, published });
  };
  return [
    line(`while ${largeCount.toLocaleString("en-US")} rows are sent`, fast, true),
    line("reader at 5 MB/s for 20 s", slow, false),
  ];
}
