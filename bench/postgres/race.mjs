import { median } from "../server/median.mjs";

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
 * @param {Record<string, number>[]} times What {@link race} gave.
 * @param {string} name A way.
 * @param {string} other The way it is compared with.
 * @returns {number} The median of the ratios of one round.
 */
export function ratioOf(times, name, other) {
  return Number(median(times.map((time) => time[name] / time[other])).toFixed(2));
}

/**
 * @param {Record<string, number>[]} times What {@link race} gave.
 * @param {string} name A way.
 * @returns {number} Median seconds.
 */
export function secondsOf(times, name) {
  return Number((median(times.map((time) => time[name])) / 1000).toFixed(2));
}
