import type { ByteWriter } from "./byte-writer.js";

/** The digits of 00 to 99, two bytes each. */
const pairs = Buffer.from(Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0")).join(""));

/** Largest count of digits the fast path handles in one piece: every such number is a small integer. */
const piece = 1e8;

/**
 * Writes a whole number in decimal digits.
 *
 * @param writer - Where to write
 * @param value - A safe integer
 */
export function writeInteger(writer: ByteWriter, value: number): void {
  writer.reserve(20);
  if (value < 0) writer.bytes[writer.position++] = 0x2d;
  const size = Math.abs(value);
  if (size < piece) {
    writeDigits(writer, size, countDigits(size));
    return;
  }
  const high = Math.floor(size / piece);
  if (high < piece) writeDigits(writer, high, countDigits(high));
  else {
    const top = Math.floor(high / piece);
    writeDigits(writer, top, countDigits(top));
    writeDigits(writer, high - top * piece, 8);
  }
  writeDigits(writer, size - high * piece, 8);
}

/**
 * Writes a number with leading zeros. The caller has reserved the room.
 *
 * @param writer - Where to write
 * @param value - A whole number from 0 to 99,999,999
 * @param count - How many digits
 */
export function writeDigits(writer: ByteWriter, value: number, count: number): void {
  const { bytes, position } = writer;
  let rest = value | 0;
  let index = position + count;
  while (index - position >= 2) {
    const next = (rest / 100) | 0;
    const pair = (rest - next * 100) << 1;
    bytes[--index] = pairs[pair + 1] ?? 0;
    bytes[--index] = pairs[pair] ?? 0;
    rest = next;
  }
  if (index > position) bytes[position] = 0x30 + rest;
  writer.position = position + count;
}

/** Digits of a whole number below 100,000,000. */
function countDigits(value: number): number {
  if (value < 10_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : 4;
  }
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : 8;
}
