import { Buffer } from "node:buffer";
import type { ByteWriter } from "../bytes/byte-writer.js";

/** The digits of 00 to 99, two bytes each. */
const pairs = Buffer.from(Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0")).join(""));

/** Numbers below this are written in one piece, because they fit into a small integer. */
const piece = 1e8;

/**
 * Writes an integer in decimal digits.
 *
 * @param target - Receives the digits
 * @param value - A safe integer
 */
export function writeInteger(target: ByteWriter, value: number): void {
  target.reserve(20);
  if (value < 0) target.bytes[target.length++] = 0x2d;
  const size = Math.abs(value);
  if (size < piece) {
    writeDigits(target, size, countDigits(size));
    return;
  }
  // A safe integer has at most 16 digits.
  const high = Math.floor(size / piece);
  writeDigits(target, high, countDigits(high));
  writeDigits(target, size - high * piece, 8);
}

/**
 * Writes a number with leading zeros. The caller has reserved the capacity.
 *
 * @param target - Receives the digits
 * @param value - An integer from 0 to 2^31 - 1
 * @param count - Number of digits to write, at least as many as the number has
 */
export function writeDigits(target: ByteWriter, value: number, count: number): void {
  const { bytes, length } = target;
  let left = value | 0;
  let at = length + count;
  while (at - length >= 2) {
    const next = (left / 100) | 0;
    const pair = (left - next * 100) << 1;
    bytes[--at] = pairs[pair + 1] ?? 0;
    bytes[--at] = pairs[pair] ?? 0;
    left = next;
  }
  if (at > length) bytes[length] = 0x30 + left;
  target.length = length + count;
}

/** Returns the number of digits of an integer below 100,000,000. */
function countDigits(value: number): number {
  if (value < 10_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : 4;
  }
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : 8;
}
