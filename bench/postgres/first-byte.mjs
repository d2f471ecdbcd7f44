import { median } from "../server/median.mjs";

const count = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);

/**
 * How long after the first row could be there the first byte is: the bare wire's time to its first row, sign-in
 * included, is taken from the time to our first byte.
 *
 * @param {object} place What `makePlace` gave.
 * @returns {Promise<object[]>} The figure.
 */
export async function firstByte({ ours, read, firstRow }) {
  const sql = `select generate_series(1, ${count}) as id, now() as at, repeat('x', 100) as text`;
  const waits = [];
  for (let round = 0; round < 20; round += 1) {
    const row = await firstRow(sql);
    // A reader of one byte per second leaves after a tenth of one.
    const { first } = await read(ours, { sql, words: [1e12, 0.1] });
    waits.push(first - row);
  }
  const value = Math.round(median(waits));
  return [
    {
      what: `First byte of ${count} rows, after the first row of the bare wire`,
      value,
      unit: "ms",
      limit: 50,
      ok: value <= 50,
    },
  ];
}
