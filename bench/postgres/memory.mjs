import { largeCount } from "../measure/counts.mjs";
import { memoryOf } from "../measure/memory-of.mjs";

/**
 * Measures the memory during long streams.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<object[]>} The figures.
 */
export function memory({ ours, read }) {
  const sql = `select generate_series(1, ${largeCount}) as id, now() as at, repeat('x', 100) as text`;
  return memoryOf({
    service: ours,
    readOne: () => read(ours, "select 1"),
    readAll: (options) => read(ours, sql, options),
    above: "Memory above idle, PostgreSQL",
  });
}
