import { Buffer } from "node:buffer";

const codes = {
  lineFeed: 10,
  quote: 34,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  backslash: 92,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const;

/** Second letter and length of `true`, `false` and `null`, by first letter. */
const words: Readonly<Record<number, readonly [second: number, length: number] | undefined>> = {
  116: [114, 4],
  102: [97, 5],
  110: [117, 4],
};
/** White space, `:`, `[` and `{`. */
const separators: ReadonlySet<number> = new Set([9, 13, 32, 58, 91, 123]);
/** Maximum number of characters of a plain number, including its point and sign. */
const maxNumberLength = 15;

/**
 * Checks whether the engine can read lines unchanged. The engine itself checks that they are JSON. This function finds
 * rows that the engine would accept although they are not JSON, that it would round, or that the client has to check: a
 * mark of the connector, lines that are not objects, `NaN`, trailing commas, numbers of more than 15 characters,
 * numbers with an exponent, numbers that start with 0.0000, negative zeros, and escaped surrogates.
 *
 * @param lines - Complete lines, each with its line feed
 * @returns The number of rows; `undefined` when the client has to check the lines
 */
export function countPlainRows(lines: Uint8Array): number | undefined {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  if (bytes.includes("__streamError")) return undefined;
  let rows = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes[start] === codes.openObject ? endOfRow(bytes, start) : -1;
    if (end === -1) return undefined;
    rows += 1;
    start = end;
  }
  return rows;
}

/** Returns the index after the line feed of a row, or -1 when the row is not plain. */
function endOfRow(bytes: Buffer, start: number): number {
  let previous = 0;
  for (let position = start; position < bytes.length; ) {
    const byte = bytes[position] ?? 0;
    if (byte === codes.lineFeed) return previous === codes.closeObject ? position + 1 : -1;
    if ((byte === codes.closeObject || byte === codes.closeArray) && previous === codes.comma) return -1;
    const next = endOfToken(bytes, position, byte);
    if (next === -1) return -1;
    if (byte > 32) previous = byte;
    position = next;
  }
  return -1;
}

function endOfToken(bytes: Buffer, position: number, byte: number): number {
  if (byte === codes.quote) return endOfText(bytes, position + 1);
  if (byte === codes.minus || (byte >= codes.zero && byte <= codes.nine)) return endOfNumber(bytes, position);
  if (byte === codes.comma || byte === codes.closeArray || byte === codes.closeObject) return position + 1;
  if (separators.has(byte)) return position + 1;
  const word = words[byte];
  return word !== undefined && bytes[position + 1] === word[0] ? position + word[1] : -1;
}

function endOfText(bytes: Buffer, from: number): number {
  for (let position = from; position < bytes.length; position += 1) {
    const byte = bytes[position] ?? 0;
    if (byte === codes.quote) return position + 1;
    if (byte < 32) return -1;
    if (byte !== codes.backslash) continue;
    position += 1;
    // `\ud…` may be an escaped surrogate.
    if (bytes[position] === 117 && ((bytes[position + 1] ?? 0) | 32) === 100) return -1;
  }
  return -1;
}

function endOfNumber(bytes: Buffer, start: number): number {
  let position = start;
  let hasValue = false;
  for (let byte = bytes[position] ?? 0; isPartOfNumber(byte); byte = bytes[position] ?? 0) {
    hasValue ||= byte > codes.zero;
    position += 1;
  }
  const last = (bytes[position] ?? 0) | 32;
  const isNegativeZero = bytes[start] === codes.minus && !hasValue;
  // 101 is the `e` of an exponent. The engine would write a number below 0.0001 with an exponent.
  if (position - start > maxNumberLength || last === 101 || isNegativeZero) return -1;
  return isTiny(bytes, bytes[start] === codes.minus ? start + 1 : start) ? -1 : position;
}

/** Returns whether a number starts with 0.0000. */
function isTiny(bytes: Buffer, start: number): boolean {
  if (bytes[start] !== codes.zero || bytes[start + 1] !== codes.dot) return false;
  for (let position = start + 2; position < start + 6; position += 1)
    if (bytes[position] !== codes.zero) return false;
  return true;
}

function isPartOfNumber(byte: number): boolean {
  return (byte >= codes.zero && byte <= codes.nine) || byte === codes.dot || byte === codes.minus;
}
