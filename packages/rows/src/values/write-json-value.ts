import type { ByteWriter } from "../bytes/byte-writer.js";

/**
 * Writes a value that already is JSON. Line ends between its tokens become spaces, so that a row stays on one line.
 * They cannot occur inside a JSON string.
 *
 * @param target - Holds the value and receives the copy
 * @param start - First byte
 * @param end - Index after the last byte
 */
export function writeJsonValue(target: ByteWriter, start: number, end: number): void {
  const { bytes, source } = target;
  let at = target.length;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    bytes[at++] = byte < 0x20 ? 0x20 : byte;
  }
  target.length = at;
}
