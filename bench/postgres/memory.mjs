import { setTimeout as wait } from "node:timers/promises";
import { peakWhile } from "./place.mjs";

const mebibyte = 2 ** 20;
const count = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);

/**
 * Memory of long streams: a reader as fast as it can, and a slow one.
 *
 * @param {object} place What `makePlace` gave.
 * @returns {Promise<object[]>} The figures.
 */
export async function memory({ ours, read }) {
  const sql = `select generate_series(1, ${count}) as id, now() as at, repeat('x', 100) as text`;
  await read(ours, { sql: "select 1" });
  await wait(1000);
  const idle = await ours.rss();
  const slow = await peakWhile(ours, () => read(ours, { sql, words: [5_000_000, 20] }));
  const fast = await peakWhile(ours, () => read(ours, { sql }));
  const line = (what, peak) => ({
    what,
    value: Math.round((peak - idle) / mebibyte),
    unit: "MiB",
    limit: 64,
    ok: peak - idle <= 64 * mebibyte,
  });
  return [
    line(`Memory above idle, ${count} rows, reader as fast as it can`, fast),
    line("Memory above idle, reader at 5 MB/s for 20 s", slow),
  ];
}
