import { spreadOf } from "./spread.mjs";

/** @import { Service } from "./start-service.mjs" */

/**
 * @typedef {object} Way
 * @property {() => Promise<number>} run Does the work once. Returns milliseconds, or an amount per second.
 * @property {Pick<Service, "usage">} [service] Whose processor time the work costs. Default: it is not measured.
 */

/**
 * @typedef {object} Run
 * @property {number} value The value that the way returned.
 * @property {number} [processorSeconds] Processor time of the service during the run.
 */

/**
 * Runs all implementations in turn, round after round, so that disturbances of the machine affect all of them.
 *
 * @param {Record<string, Way>} ways The implementations by name.
 * @param {number} rounds Number of rounds.
 * @returns {Promise<Record<string, Run>[]>} Runs by implementation, one entry per round.
 */
export async function race(ways, rounds) {
  const results = [];
  for (let round = 0; round < rounds; round += 1) {
    const runs = {};
    for (const [name, way] of Object.entries(ways)) runs[name] = await runOnce(way);
    results.push(runs);
  }
  return results;
}

async function runOnce({ run, service }) {
  if (service === undefined) return { value: await run() };
  const before = await service.usage();
  const value = await run();
  const after = await service.usage();
  return { value, processorSeconds: after.processorSeconds - before.processorSeconds };
}

/**
 * @typedef {object} FigureOptions
 * @property {string} what Name of the figure.
 * @property {string} name The implementation.
 * @property {string} [against] The implementation it is compared with. Default: none.
 * @property {string} [unit] Unit of the values; `s` converts them from milliseconds. Default: `s`.
 * @property {number | ((run: Run) => number)} [count] Number of rows or requests in a run, for the processor time of a
 *   million of them. Default: it is not shown.
 * @property {import("./figure.mjs").Limits} [limits] Limits of the ratio. Default: none.
 * @property {boolean} [published] Whether docs/speed.md shows it. Default: `false`.
 */

/**
 * @param {Record<string, Run>[]} results The result of {@link race}.
 * @param {FigureOptions} options One of the implementations.
 * @returns {import("./figure.mjs").Figure} Its values, the ratios of single rounds, and its processor time.
 */
export function figureOf(results, { what, name, against, unit = "s", count, limits, published }) {
  const runs = results.map((round) => round[name]);
  const values = runs.map(({ value }) => (unit === "s" ? value / 1000 : value));
  const figure = { what, unit, value: spreadOf(values, unit === "s" ? 2 : 0), runs: runs.length, published };
  if (count !== undefined && runs.every(({ processorSeconds }) => processorSeconds !== undefined)) {
    const countOf = typeof count === "number" ? () => count : count;
    figure.processor = spreadOf(runs.map((run) => (run.processorSeconds * 1e6) / countOf(run)));
  }
  if (against === undefined) return figure;
  const ratio = spreadOf(results.map((round) => round[name].value / round[against].value));
  return { ...figure, ratio, ...judge(ratio, limits) };
}

/**
 * Compares a spread with its limits.
 *
 * @param {import("./spread.mjs").Spread} spread The measured spread.
 * @param {import("./figure.mjs").Limits} [limits] The limits. Default: none.
 * @returns {{ limits?: import("./figure.mjs").Limits, ok?: boolean }} The limits and whether all of them are met.
 */
function judge({ median, min, max }, limits) {
  if (limits === undefined) return {};
  const { atMost, worst, atLeast } = limits;
  const ok =
    (atMost === undefined || median <= atMost) &&
    (atLeast === undefined || median >= atLeast) &&
    (worst === undefined || (atLeast === undefined ? max <= worst : min >= worst));
  return { limits, ok };
}
