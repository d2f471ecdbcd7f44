import { median } from "./median.mjs";

/**
 * @param {() => Promise<number>} wait Returns the milliseconds of one wait.
 * @param {{ what: string, most?: number }} figure Name of the figure, and its maximum in milliseconds.
 * @returns {Promise<object>} The median of twenty waits, as a figure.
 */
export async function firstByteOf(wait, { what, most }) {
  const waits = [];
  for (let round = 0; round < 20; round += 1) waits.push(await wait());
  const value = Math.round(median(waits));
  return { what, value, unit: "ms", ...(most !== undefined && { limit: most, ok: value <= most }) };
}

/** Read options for measuring only the first byte: the reader disconnects after a tenth of a second. */
export const firstByteOnly = { bytesPerSecond: 1e12, seconds: 0.1 };
