/**
 * @param {number[]} values Measured values.
 * @returns {number} The median.
 */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
