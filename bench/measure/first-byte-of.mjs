import { spreadOf } from "./spread.mjs";

/**
 * @param {() => Promise<number>} wait Returns the milliseconds of one wait.
 * @param {{ what: string, most?: number, published?: boolean }} options Name of the figure, and the maximum of the median
 *   in milliseconds.
 * @returns {Promise<import("./figure.mjs").Figure>} Twenty waits, as a figure.
 */
export async function firstByteOf(wait, { what, most, published }) {
  const waits = [];
  for (let round = 0; round < 20; round += 1) waits.push(await wait());
  const value = spreadOf(waits, 0);
  const figure = { what, value, unit: "ms", runs: waits.length, published };
  return most === undefined ? figure : { ...figure, limits: { atMost: most }, ok: value.median <= most };
}

/** Read options for measuring only the first byte: the reader disconnects after a tenth of a second. */
export const firstByteOnly = { bytesPerSecond: 1e12, seconds: 0.1 };
