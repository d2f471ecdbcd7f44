/**
 * @param {number[]} values Measured values.
 * @param {number} percent Which part of them, such as 99.
 * @returns {number} The value that so many percent of them do not exceed; 0 when there is none.
 */
export function percentile(values, percent) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;
}
