import { largeCount } from "../measure/counts.mjs";
import { firstByteOf, firstByteOnly } from "../measure/first-byte-of.mjs";

/**
 * How long after the first row could be there the first byte is: the bare wire's time to its first row, sign-in
 * included, is taken from the time to our first byte.
 *
 * @param {object} place What `makePlace` gave.
 * @returns {Promise<object[]>} The figure.
 */
export async function firstByte({ ours, read, firstRow }) {
  const sql = `select generate_series(1, ${largeCount}) as id, now() as at, repeat('x', 100) as text`;
  const what = `First byte of ${largeCount} rows, after the first row of the bare wire`;
  const wait = async () => {
    const row = await firstRow(sql);
    return (await read(ours, sql, firstByteOnly)).first - row;
  };
  return [await firstByteOf(wait, { what, most: 50 })];
}
