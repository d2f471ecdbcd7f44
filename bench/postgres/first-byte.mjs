import { largeCount } from "../measure/counts.mjs";
import { firstByteOf, firstByteOnly } from "../measure/first-byte-of.mjs";

/**
 * Measures the delay of the first byte: the time to our first byte minus the bare wire protocol's time to its first
 * row, both including the sign-in.
 *
 * @param {object} place The result of `makePlace`.
 * @returns {Promise<object[]>} The figure.
 */
export async function firstByte({ ours, read, firstRow }) {
  const sql = `select generate_series(1, ${largeCount}) as id, now() as at, repeat('x', 100) as text`;
  const what = `First byte of ${largeCount.toLocaleString("en-US")} rows, after the first row of the bare wire`;
  const wait = async () => {
    const row = await firstRow(sql);
    return (await read(ours, sql, firstByteOnly)).first - row;
  };
  return [await firstByteOf(wait, { what, most: 50 })];
}
