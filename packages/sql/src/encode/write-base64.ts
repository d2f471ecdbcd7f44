import type { ByteTarget } from "./byte-target.js";

const alphabet = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const padding = 0x3d;

/**
 * Writes bytes as base64, without quotes.
 *
 * @param target - Where the bytes stand and where the text goes
 * @param start - First byte
 * @param end - Byte after the last
 */
export function writeBase64(target: ByteTarget, start: number, end: number): void {
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
