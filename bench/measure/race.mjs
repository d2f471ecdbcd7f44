import { median } from "./median.mjs";

/**
 * Runs all implementations in turn, round after round, so that disturbances of the machine affect all of them.
 *
 * @param {Record<string, () => Promise<number>>} ways The implementations by name; each returns its milliseconds.
 * @param {number} rounds Number of rounds.
 * @returns {Promise<Record<string, number>[]>} Milliseconds by implementation, one entry per round.
 */
export async function race(ways, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const time = {};
    for (const [name, way] of Object.entries(ways)) time[name] = await way();
    times.push(time);
  }
  return times;
}

/**
 * @typedef {object} Runner
 * @property {string} what Name of the figure.
 * @property {string} name The implementation.
 * @property {string} against The implementation it is compared with.
 * @property {number} [most] Maximum ratio to the other's time.
 * @property {number} [least] Minimum ratio to the other's time.
 */

/**
 * @param {Record<string, number>[]} times The result of {@link race}.
 * @param {Runner} runner One of the implementations.
 * @returns {object} Its median seconds, and the median of the ratios of single rounds, as a figure.
 */
export function figureOf(times, { what, name, against, most, least }) {
  const value = Number((median(times.map((time) => time[name])) / 1000).toFixed(2));
  const ratio = Number(median(times.map((time) => time[name] / time[against])).toFixed(2));
  return {
    what,
    value,
    unit: "s",
    ratio,
    ...(most !== undefined && { limit: most, ok: ratio <= most }),
    ...(least !== undefined && { limit: least, ok: ratio >= least }),
  };
}
