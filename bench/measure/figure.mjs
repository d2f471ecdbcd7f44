/** @import { Spread } from "./spread.mjs" */

/**
 * @typedef {object} Limits
 * @property {number} [atMost] Maximum of the median.
 * @property {number} [atLeast] Minimum of the median.
 * @property {number} [worst] Limit of the worst run.
 */

/**
 * @typedef {object} Figure
 * @property {string} what What was measured.
 * @property {Spread | number} value Its value, of several runs or of one.
 * @property {string} unit Unit of the value.
 * @property {number} [runs] Number of runs. Default: one.
 * @property {Spread} [ratio] The ratios to the implementation it is compared with.
 * @property {Spread} [processor] Processor seconds per million rows or requests.
 * @property {Limits} [limits] Limits of the ratio, or of the value when there is no ratio.
 * @property {boolean} [ok] Whether they are met.
 * @property {boolean} [published] Whether docs/speed.md shows it.
 */

/**
 * Creates the figure of a value that is measured once, such as a maximum.
 *
 * @param {string} what What was measured.
 * @param {{ value: number, unit: string, atMost?: number, atLeast?: number, published?: boolean }} measured The value and
 *   its limit.
 * @returns {Figure} The figure.
 */
export function singleFigure(what, { value, unit, atMost, atLeast, published }) {
  const figure = { what, value, unit, published };
  if (atMost !== undefined) return { ...figure, limits: { atMost }, ok: value <= atMost };
  return atLeast === undefined ? figure : { ...figure, limits: { atLeast }, ok: value >= atLeast };
}

/**
 * Formats the result of a measurement.
 *
 * @param {Spread | number} value A value, or the spread of several.
 * @param {string} unit Its unit.
 * @returns {string} Text such as `1.1 × (1.02–1.3)`.
 */
export function formatValue(value, unit) {
  if (typeof value === "number") return `${formatNumber(value)} ${unit}`.trimEnd();
  const { median, min, max } = value;
  return `${formatNumber(median)} ${unit} (${formatNumber(min)}–${formatNumber(max)})`;
}

/**
 * Formats the limits of a figure.
 *
 * @param {Figure} figure The figure.
 * @returns {string} Text such as `≤ 1.2, worst ≤ 1.35`; empty without limits.
 */
export function formatLimits({ limits = {} }) {
  const { atMost, atLeast, worst } = limits;
  const sign = atLeast === undefined ? "≤" : "≥";
  const parts = [atMost ?? atLeast, worst].map((limit, index) =>
    limit === undefined ? [] : [`${index === 0 ? "" : "worst "}${sign} ${formatNumber(limit)}`],
  );
  return parts.flat().join(", ");
}

function formatNumber(value) {
  return value.toLocaleString("en-US", { maximumFractionDigits: 2 });
}
