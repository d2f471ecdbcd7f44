import { ByteWriter } from "../bytes/byte-writer.js";

const alphabet = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const padding = 0x3d;

/**
 * Writes bytes as base64, without quotes.
 *
 * @param target - Holds the bytes and receives the text
 * @param start - First byte
 * @param end - Index after the last byte
 */
export function writeBase64(target: ByteWriter, start: number, end: number): void {
  const { bytes, source } = target;
  let at = target.length;
  for (let index = start; index < end; index += 3) {
    const left = end - index;
    const second = left > 1 ? (source[index + 1] ?? 0) : 0;
    const third = left > 2 ? (source[index + 2] ?? 0) : 0;
    const three = ((source[index] ?? 0) << 16) | (second << 8) | third;
    bytes[at++] = alphabet[three >> 18] ?? 0;
    bytes[at++] = alphabet[(three >> 12) & 63] ?? 0;
    bytes[at++] = left > 1 ? (alphabet[(three >> 6) & 63] ?? 0) : padding;
    bytes[at++] = left > 2 ? (alphabet[three & 63] ?? 0) : padding;
  }
  target.length = at;
}

const scratch = new ByteWriter(1024);

/**
 * Writes bytes as base64, without quotes. The source has them as hexadecimal digits after `\x`.
 *
 * @param target - Holds the digits and receives the text
 * @param start - Index of the backslash
 * @param end - Index after the last byte digit
 */
export function writeHexAsBase64(target: ByteWriter, start: number, end: number): void {
  const { source } = target;
  scratch.length = 0;
  scratch.reserve((end - start) >> 1);
  const { bytes } = scratch;
  let at = 0;
  for (let index = start + 2; index + 1 < end; index += 2)
    bytes[at++] = (digitOf(source[index] ?? 0) << 4) | digitOf(source[index + 1] ?? 0);
  scratch.length = at;
  target.from(scratch, writeBase64);
}

function digitOf(byte: number): number {
  return byte < 0x40 ? byte & 15 : (byte & 7) + 9;
}
