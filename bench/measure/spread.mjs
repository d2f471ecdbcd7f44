/**
 * @typedef {object} Spread
 * @property {number} median The median.
 * @property {number} min The minimum.
 * @property {number} max The maximum.
 */

/**
 * @param {number[]} values Measured values.
 * @param {number} [digits] Decimal places to round to. Default: 2.
 * @returns {Spread} Their median, minimum and maximum.
 */
export function spreadOf(values, digits = 2) {
  const rounded = (value) => Number(value.toFixed(digits));
  return {
    median: rounded(median(values)),
    min: rounded(Math.min(...values)),
    max: rounded(Math.max(...values)),
  };
}

/**
 * @param {number[]} values Measured values.
 * @returns {number} The median.
 */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
