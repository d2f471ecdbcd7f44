import { Buffer } from "node:buffer";

const codes = {
  lineFeed: 10,
  quote: 34,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  openObject: 123,
  closeObject: 125,
  backslash: 92,
  underscore: 95,
} as const;

/** Kinds of bytes at which a token starts. Numbers, because every byte of the rows is looked up. */
const kinds = {
  other: 0,
  separator: 1,
  quote: 2,
  number: 3,
  word: 4,
  comma: 5,
  close: 6,
  lineFeed: 7,
} as const;
const kindOfByte = new Uint8Array(256);
for (const [characters, kind] of [
  // A separator changes nothing that is checked: a comma before white space is still the last token.
  ["\t\r :[{", kinds.separator],
  ['"', kinds.quote],
  ["-0123456789", kinds.number],
  ["tfn", kinds.word],
  [",", kinds.comma],
  ["]}", kinds.close],
  ["\n", kinds.lineFeed],
] as const)
  for (const byte of Buffer.from(characters)) kindOfByte[byte] = kind;

/** Bytes that end a run of plain characters in a text: control characters, `"` and `\`. */
const endsRun = new Uint8Array(256).fill(1, 0, 32);
endsRun[codes.quote] = 1;
endsRun[codes.backslash] = 1;

/** Second letter and length of `true`, `false` and `null`, by first letter. */
const words: Readonly<Record<number, readonly [second: number, length: number] | undefined>> = {
  116: [114, 4],
  102: [97, 5],
  110: [117, 4],
};
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
  const { length } = lines;
  // No token goes beyond a line feed at the end, so that none has to compare its position with the length.
  if (length > 0 && lines[length - 1] !== codes.lineFeed) return undefined;
  let rows = 0;
  for (let start = 0; start < length; ) {
    const end = endOfRow(lines, start);
    if (end === -1) return undefined;
    rows += 1;
    start = end;
  }
  return rows;
}

/** Returns the index after the line feed of a row, or -1 when the row is not plain. */
function endOfRow(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== codes.openObject || mayBeMark(bytes, start + 1)) return -1;
  let previous: number = codes.openObject;
  for (let position = start + 1; position !== -1; ) {
    const byte = bytes[position] ?? 0;
    const kind = kindOfByte[byte];
    if (kind === kinds.lineFeed) return previous === codes.closeObject ? position + 1 : -1;
    if (kind === kinds.separator) {
      if (byte > codes.quote) previous = byte;
      position += 1;
      continue;
    }
    if (kind === kinds.close && previous === codes.comma) return -1;
    previous = byte;
    if (kind === kinds.comma || kind === kinds.close) position += 1;
    else if (kind === kinds.quote) position = endOfText(bytes, position + 1);
    else if (kind === kinds.number) position = endOfNumber(bytes, position);
    else position = kind === kinds.word ? endOfWord(bytes, position, byte) : -1;
  }
  return -1;
}

/** Returns whether the first name of a row can be that of a mark, `__streamError`, in any spelling. */
function mayBeMark(bytes: Uint8Array, from: number): boolean {
  let position = from;
  while (bytes[position] !== codes.quote && kindOfByte[bytes[position] ?? 0] === kinds.separator)
    position += 1;
  const [first, second] = [bytes[position + 1], bytes[position + 2]];
  if (first === codes.backslash) return true;
  return first === codes.underscore && (second === codes.underscore || second === codes.backslash);
}

/** Returns the index after the closing quote. The line feed at the end of the lines ends any run. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let position = from; ; position += 1) {
    while (endsRun[bytes[position] ?? 0] === 0) position += 1;
    const byte = bytes[position];
    if (byte === codes.quote) return position + 1;
    if (byte !== codes.backslash) return -1;
    position += 1;
    // `\ud…` may be an escaped surrogate.
    if (bytes[position] === 117 && ((bytes[position + 1] ?? 0) | 32) === 100) return -1;
  }
}

function endOfWord(bytes: Uint8Array, position: number, byte: number): number {
  const word = words[byte];
  return word !== undefined && bytes[position + 1] === word[0] ? position + word[1] : -1;
}

function endOfNumber(bytes: Uint8Array, start: number): number {
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
function isTiny(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] !== codes.zero || bytes[start + 1] !== codes.dot) return false;
  for (let position = start + 2; position < start + 6; position += 1)
    if (bytes[position] !== codes.zero) return false;
  return true;
}

function isPartOfNumber(byte: number): boolean {
  return (byte >= codes.zero && byte <= codes.nine) || byte === codes.dot || byte === codes.minus;
}
