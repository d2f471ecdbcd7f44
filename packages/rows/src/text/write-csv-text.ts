import type { ByteWriter } from "../bytes/byte-writer.js";
import { copyPlainCsv } from "./copy-plain-csv.js";

/** Bytes for which RFC 4180 requires quotes around a cell. */
const special = new Uint8Array(256);
for (const byte of [0x22, 0x2c, 0x0a, 0x0d]) special[byte] = 1;

/**
 * Writes UTF-8 text as a cell of CSV, in quotes when it needs them. Empty text becomes `""`, so that it is not read as
 * a missing value.
 *
 * @param target - Holds the text and receives the cell
 * @param start - First byte of the text
 * @param end - Index after the last byte
 */
export function writeCsvText(target: ByteWriter, start: number, end: number): void {
  const first = target.length;
  let index = copyPlainCsv(target, start, end);
  if (index < end) {
    const { bytes, source } = target;
    let at = target.length;
    for (; index < end; index += 1) {
      const byte = source[index] ?? 0;
      if (special[byte] === 1) {
        target.length = first;
        return writeQuoted(target, start, end);
      }
      bytes[at++] = byte;
    }
    target.length = at;
  }
  if (start === end) {
    target.put(0x22);
    target.put(0x22);
  }
}

function writeQuoted(target: ByteWriter, start: number, end: number): void {
  const { bytes, source } = target;
  let at = target.length;
  bytes[at++] = 0x22;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    if (byte === 0x22) bytes[at++] = 0x22;
    bytes[at++] = byte;
  }
  bytes[at++] = 0x22;
  target.length = at;
}
