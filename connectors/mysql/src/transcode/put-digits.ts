import type { ByteWriter } from "@wellhead/rows";

const billion = 1_000_000_000;

/**
 * Appends a whole number that is not negative and not above 2^53 - 1.
 *
 * @param target - Where it goes
 * @param value - The number
 */
export function putWhole(target: ByteWriter, value: number): void {
  if (value < billion) {
    putDigits(target, value, countDigits(value));
    return;
  }
  const high = Math.floor(value / billion);
  putDigits(target, high, countDigits(high));
  putDigits(target, value - high * billion, 9);
}

/**
 * Appends so many digits of a whole number, with zeros in front where it is shorter.
 *
 * @param target - Where they go
 * @param value - The number, below 2^31
 * @param count - How many digits
 */
export function putDigits(target: ByteWriter, value: number, count: number): void {
  const { bytes, length: start } = target;
  let left = value | 0;
  for (let at = start + count - 1; at >= start; at -= 1) {
    const rest = (left / 10) | 0;
    bytes[at] = 0x30 + left - rest * 10;
    left = rest;
  }
  target.length = start + count;
}

function countDigits(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  let count = 3;
  for (let bound = 1000; value >= bound; bound *= 10) count += 1;
  return count;
}
