import type { Buffer } from "node:buffer";
import type { ByteWriter } from "../bytes/byte-writer.js";
import { copyPlainCsv } from "./copy-plain-csv.js";

const quote = 0x22;
/** Bytes for which RFC 4180 requires quotes around a cell. */
const special = new Uint8Array(256);
for (const byte of [quote, 0x2c, 0x0a, 0x0d]) special[byte] = 1;

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
  const stop = copyPlainCsv(target, start, end);
  if (stop < end && !copiesPlainBytes(target, stop, end)) {
    target.length = first;
    writeQuoted(target, start, end);
  } else if (start === end) {
    target.put(quote);
    target.put(quote);
  }
}

/** Copies a span that needs no quotes, and returns whether it is one. */
function copiesPlainBytes(target: ByteWriter, start: number, end: number): boolean {
  const { bytes, source } = target;
  let at = target.length;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    if (special[byte] === 1) return false;
    bytes[at++] = byte;
  }
  target.length = at;
  return true;
}

/** Writes a cell in quotes, four bytes at a time where they contain no quote. */
function writeQuoted(target: ByteWriter, start: number, end: number): void {
  const { bytes, source, view, sourceView } = target;
  let at = target.length;
  bytes[at++] = quote;
  let index = start;
  for (const last = end - 3; index < last; index += 4) {
    const word = sourceView.getInt32(index, true);
    const marked = (word ^ 0x22222222) - 0x01010101;
    if ((marked & ~word & 0x80808080) === 0) {
      view.setInt32(at, word, true);
      at += 4;
    } else {
      for (let offset = 0; offset < 4; offset += 1) at = writeByte(bytes, at, source[index + offset] ?? 0);
    }
  }
  for (; index < end; index += 1) at = writeByte(bytes, at, source[index] ?? 0);
  bytes[at++] = quote;
  target.length = at;
}

function writeByte(bytes: Buffer, place: number, byte: number): number {
  bytes[place] = byte;
  if (byte !== quote) return place + 1;
  bytes[place + 1] = quote;
  return place + 2;
}
