/**
 * @param {number[]} values Measured values.
 * @param {number} percent The percentile, such as 99.
 * @returns {number} The value that this percentage of them does not exceed; 0 without values.
 */
export function percentile(values, percent) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;
}
