import { median } from "./median.mjs";

/**
 * Runs every way in turn, round after round, so that what disturbs the machine disturbs all of them.
 *
 * @param {Record<string, () => Promise<number>>} ways Ways to run; each answers its milliseconds.
 * @param {number} rounds How often.
 * @returns {Promise<Record<string, number>[]>} Milliseconds by way, one entry per round.
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
 * @property {string} name The way.
 * @property {string} against The way it is compared with.
 * @property {number} [most] Most times that it may take the other's time.
 * @property {number} [least] Least times that it has to.
 */

/**
 * @param {Record<string, number>[]} times What {@link race} gave.
 * @param {Runner} runner One of the ways.
 * @returns {object} Its median seconds, and the median of the ratios of one round, as a figure.
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
