import { Buffer } from "node:buffer";

/** Digits that every double keeps. */
const safeDigits = 15;

/** Longest number text that cannot leave the range of a double. */
const longestText = 300;

const largest = Buffer.from(String(Number.MAX_SAFE_INTEGER));

/**
 * Tells whether a reader that keeps numbers as doubles keeps this integer whole: at most 2^53 - 1 either way.
 *
 * @param source - Bytes the number stands in: an optional minus and digits
 * @param start - First byte
 * @param end - Byte after the last
 * @returns Whether no digit would be lost
 */
export function isExactInteger(source: Buffer, start: number, end: number): boolean {
  const first = source[start] === 0x2d ? start + 1 : start;
  const count = end - first;
  if (count !== largest.length) return count < largest.length;
  for (let index = 0; index < count; index += 1) {
    const difference = (source[first + index] ?? 0) - (largest[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}

/**
 * Tells whether a reader that keeps numbers as doubles keeps this decimal whole: at most fifteen digits
 * between the first and the last that is not an outer zero.
 *
 * @param source - Bytes the number stands in: an optional minus, digits and at most one point
 * @param start - First byte
 * @param end - Byte after the last
 * @returns Whether no digit would be lost
 */
export function isExactDecimal(source: Buffer, start: number, end: number): boolean {
  if (end - start <= safeDigits) return true;
  if (end - start > longestText) return false;
  let digits = 0;
  let zeros = 0;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    if (byte === 0x2d || byte === 0x2e) continue;
    if (byte === 0x30) {
      if (digits > 0) zeros += 1;
      continue;
    }
    digits += zeros + 1;
    zeros = 0;
  }
  return digits <= safeDigits;
}
