/** Number of rows in a batch. */
const batchSize = 1000;

/**
 * Creates the rows that both services of the comparison send, of about 200 bytes of JSON each.
 *
 * @param {number} count Number of rows.
 * @yields {object[]} A batch.
 */
export function* batches(count) {
  for (let start = 0; start < count; start += batchSize) {
    yield Array.from({ length: Math.min(batchSize, count - start) }, (_unused, index) => row(start + index));
  }
}

/**
 * @param {number} index Number of the row.
 * @returns {object} A row.
 */
function row(index) {
  return {
    id: index,
    created: "2026-01-31T12:34:56.789Z",
    customer: `Customer ${index % 1000}`,
    amount: (index % 100_000) / 100,
    paid: index % 3 === 0,
    note: 'said "hello", then left',
    tags: ["north", "retail"],
    country: index % 7 === 0 ? null : "Österreich",
  };
}
