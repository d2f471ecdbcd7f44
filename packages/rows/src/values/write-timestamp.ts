import { Buffer } from "node:buffer";
import type { ByteWriter, ValueWriter } from "../bytes/byte-writer.js";
import { copyPlainCsv } from "../text/copy-plain-csv.js";
import { copyPlainJson } from "../text/copy-plain-json.js";
import { writeCsvText } from "../text/write-csv-text.js";
import { writeJsonText } from "../text/write-json-text.js";

/** Bytes allowed in dates and times: digits, signs, and the letters of BC and infinity. */
const allowed = new Uint8Array(256);
for (const byte of Buffer.from("0123456789-+:. BCinfty")) allowed[byte] = 1;

/** Number of bytes of a date whose year has four digits. */
const dateSize = 10;

/**
 * Writes a timestamp as a JSON string: the space between date and time becomes `T`, a final `+00` becomes `Z`.
 *
 * @param target - Holds the timestamp and receives the string
 * @param start - First byte
 * @param end - Index after the last byte
 */
export const writeJsonTimestamp: ValueWriter = (target, start, end) => {
  const before = target.length;
  target.bytes[target.length++] = 0x22;
  const stop = endOfUsual(target.source, start, end);
  const done = stop > 0 ? copyPlainJson(target, start, stop) === stop : writeAny(target, start, end);
  if (!done) {
    target.length = before;
    return writeJsonText(target, start, end);
  }
  if (stop > 0) finishUsual(target, before + 1, stop < end);
  target.bytes[target.length++] = 0x22;
};

/**
 * Writes a timestamp as a cell of CSV, in the same form as {@link writeJsonTimestamp}.
 *
 * @param target - Holds the timestamp and receives the cell
 * @param start - First byte
 * @param end - Index after the last byte
 */
export const writeCsvTimestamp: ValueWriter = (target, start, end) => {
  const before = target.length;
  const stop = endOfUsual(target.source, start, end);
  const done = stop > 0 ? copyPlainCsv(target, start, stop) === stop : writeAny(target, start, end);
  if (!done) {
    target.length = before;
    return writeCsvText(target, start, end);
  }
  if (stop > 0) finishUsual(target, before, stop < end);
};

/**
 * Returns the end of a timestamp with a four-digit year, which nearly all have, without its offset if that is UTC.
 * Returns 0 for any other timestamp. One that ends with the C of BC has its offset before that suffix.
 */
function endOfUsual(source: Buffer, start: number, end: number): number {
  const split = start + dateSize;
  const isUsual =
    split < end && source[split] === 0x20 && isDigit(source[split + 1] ?? 0) && source[end - 1] !== 0x43;
  if (!isUsual) return 0;
  return source[end - 3] === 0x2b && isZeroOffset(source, end - 3, end) ? end - 3 : end;
}

function finishUsual(target: ByteWriter, start: number, inUtc: boolean): void {
  target.bytes[start + dateSize] = 0x54;
  if (inUtc) target.bytes[target.length++] = 0x5a;
}

function writeAny(target: ByteWriter, start: number, end: number): boolean {
  const { bytes, source } = target;
  let at = target.length;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    if (allowed[byte] === 0) return false;
    if (byte === 0x20 && index + 1 < end && isDigit(source[index + 1] ?? 0)) bytes[at++] = 0x54;
    else if (byte === 0x2b && isZeroOffset(source, index, end)) {
      bytes[at++] = 0x5a;
      index += 2;
    } else bytes[at++] = byte;
  }
  target.length = at;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isZeroOffset(source: Buffer, plus: number, end: number): boolean {
  if (source[plus + 1] !== 0x30 || source[plus + 2] !== 0x30) return false;
  return plus + 3 === end || source[plus + 3] === 0x20;
}
