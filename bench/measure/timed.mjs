/**
 * @param {() => unknown} work The work to measure.
 * @returns {Promise<number>} Milliseconds it took.
 */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
