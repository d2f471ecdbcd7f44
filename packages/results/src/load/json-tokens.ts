import { Buffer } from "node:buffer";
import { type ColumnFacts, kinds } from "../types/column-facts.js";

/** Bytes of JSON. */
export const codes = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  quote: 34,
  comma: 44,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  openArray: 91,
  backslash: 92,
  closeArray: 93,
  underscore: 95,
  openObject: 123,
  closeObject: 125,
} as const;

/** Bytes that end a run of plain characters in a text: control characters, `"` and `\`. */
const endsRun = new Uint8Array(256).fill(1, 0, 32);
endsRun[codes.quote] = 1;
endsRun[codes.backslash] = 1;

/** Bytes that may follow a backslash, apart from `u`. */
const isEscape = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) isEscape[byte] = 1;

const words = { t: 116, f: 102, n: 110, u: 117 } as const;
/** Maximum number of digits of a plain number: a double represents each of them. */
const maxDigits = 15;
/** The last two digits of the escape `\ud8…`, as a number, for the halves of a surrogate pair. */
const surrogates = { first: 0xd800, low: 0xdc00, last: 0xdfff } as const;

/** Complete lines, each with its line feed. */
export interface Lines {
  readonly bytes: Uint8Array;
  /** The same bytes. */
  readonly view: DataView;
}

/**
 * Returns lines whose bytes can be read four at a time.
 *
 * @param bytes - Complete lines
 * @returns The lines
 */
export function linesOf(bytes: Uint8Array): Lines {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

// The functions below return the index after a token, or -1 when the token is not plain. Every one stops at the line
// feed that ends the bytes, so none compares its position with the length.

/**
 * Skips white space within a line.
 *
 * @param bytes - Complete lines
 * @param from - Where it may start
 * @returns The index after it
 */
export function afterSpace(bytes: Uint8Array, from: number): number {
  let position = from;
  for (let byte = bytes[position]; ; byte = bytes[position]) {
    if (byte !== codes.space && byte !== codes.tab && byte !== codes.carriageReturn) return position;
    position += 1;
  }
}

/**
 * Finds the end of a text. A text is plain when it is valid JSON without half of a surrogate pair.
 *
 * @param lines - Complete lines
 * @param from - Index after the opening quote
 * @returns The index after the closing quote, or -1
 */
export function endOfText(lines: Lines, from: number): number {
  const { bytes } = lines;
  for (let position = from; ; position += 1) {
    position = endOfRun(lines, position);
    const byte = bytes[position];
    if (byte === codes.quote) return position + 1;
    if (byte !== codes.backslash) return -1;
    position += 1;
    if (isEscape[bytes[position] ?? 0] === 1) continue;
    if (bytes[position] !== words.u) return -1;
    position = endOfEscape(bytes, position + 1) - 1;
    if (position < 0) return -1;
  }
}

/** Returns the index of the next quote, backslash or control character. Looks at four bytes at a time. */
function endOfRun({ bytes, view }: Lines, from: number): number {
  let position = from;
  for (const last = bytes.length - 4; position <= last; position += 4) {
    const four = view.getInt32(position, true);
    const quotes = four ^ 0x22222222;
    const backslashes = four ^ 0x5c5c5c5c;
    // The lowest bit that is set belongs to the first of the bytes that ends the run.
    const found =
      (((quotes - 0x01010101) & ~quotes) |
        ((backslashes - 0x01010101) & ~backslashes) |
        ((four - 0x20202020) & ~four)) &
      0x80808080;
    if (found !== 0) return position + ((31 - Math.clz32(found & -found)) >> 3);
  }
  while (endsRun[bytes[position] ?? 0] === 0) position += 1;
  return position;
}

/** Finds the end of the digits of a Unicode escape, or of the two of a surrogate pair. */
function endOfEscape(bytes: Uint8Array, from: number): number {
  const unit = hexAt(bytes, from);
  if (unit < surrogates.first || unit > surrogates.last) return unit === -1 ? -1 : from + 4;
  if (unit >= surrogates.low || bytes[from + 4] !== codes.backslash || bytes[from + 5] !== words.u) return -1;
  const next = hexAt(bytes, from + 6);
  return next >= surrogates.low && next <= surrogates.last ? from + 10 : -1;
}

/** Returns the value of four hexadecimal digits, or -1. */
function hexAt(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let position = from; position < from + 4; position += 1) {
    const byte = bytes[position] ?? 0;
    const letter = (byte | 32) - 87;
    const isDigit = byte >= codes.zero && byte <= codes.nine;
    if (!isDigit && (letter < 10 || letter > 15)) return -1;
    value = value * 16 + (isDigit ? byte - codes.zero : letter);
  }
  return value;
}

/**
 * Finds the end of a number. A number is plain when the engine does not change it: at most 15 digits, no exponent, no
 * negative zero, and no value below 0.0001, which the engine would write with an exponent.
 *
 * @param bytes - Complete lines
 * @param start - Index of its first byte
 * @param facts - Where its kind and digits are recorded; `undefined` for a number inside another value
 * @returns The index after it, or -1
 */
export function endOfNumber(bytes: Uint8Array, start: number, facts: ColumnFacts | undefined): number {
  const isNegative = bytes[start] === codes.minus;
  const first = isNegative ? start + 1 : start;
  const point = afterDigits(bytes, first);
  const isBelowOne = bytes[first] === codes.zero;
  if (point === first || (isBelowOne && point > first + 1)) return -1;
  const hasPoint = bytes[point] === codes.dot;
  const end = hasPoint ? afterDigits(bytes, point + 1) : point;
  const fractionDigits = hasPoint ? end - point - 1 : 0;
  if ((hasPoint && fractionDigits === 0) || point - first + fractionDigits > maxDigits) return -1;
  // 101 is the `e` of an exponent.
  if (((bytes[end] ?? 0) | 32) === 101) return -1;
  if (isBelowOne && !isKept(bytes, { first, end, isNegative })) return -1;
  if (facts !== undefined) {
    facts.kinds |= kinds.number;
    const wholeDigits = isBelowOne ? 0 : point - first;
    if (wholeDigits > facts.wholeDigits) facts.wholeDigits = wholeDigits;
    if (fractionDigits > facts.fractionDigits) facts.fractionDigits = fractionDigits;
    if (wholeDigits > facts.exactWholeDigits) facts.exactWholeDigits = wholeDigits;
    if (fractionDigits > facts.exactFractionDigits) facts.exactFractionDigits = fractionDigits;
  }
  return end;
}

function afterDigits(bytes: Uint8Array, from: number): number {
  let position = from;
  for (let byte = bytes[position] ?? 0; byte >= codes.zero && byte <= codes.nine; byte = bytes[position] ?? 0)
    position += 1;
  return position;
}

/** Returns whether the engine keeps a number between −1 and 1: zeros without a sign, and values from 0.0001 on. */
function isKept(
  bytes: Uint8Array,
  { first, end, isNegative }: { readonly first: number; readonly end: number; readonly isNegative: boolean },
): boolean {
  let zeros = first + 2;
  while (zeros < end && bytes[zeros] === codes.zero) zeros += 1;
  if (zeros >= end) return !isNegative && zeros < first + 6;
  return zeros < first + 6;
}

/**
 * Finds the end of `true`, `false` or `null`.
 *
 * @param bytes - Complete lines
 * @param start - Index of its first letter
 * @param facts - Where its kind is recorded; `undefined` inside another value
 * @returns The index after it, or -1
 */
export function endOfWord(bytes: Uint8Array, start: number, facts: ColumnFacts | undefined): number {
  const [first, second, third, fourth] = [bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]];
  if (first === words.n) return second === words.u && third === 108 && fourth === 108 ? start + 4 : -1;
  if (facts !== undefined) facts.kinds |= kinds.boolean;
  if (first === words.t) return second === 114 && third === words.u && fourth === 101 ? start + 4 : -1;
  const isFalse = first === words.f && second === 97 && third === 108 && fourth === 115;
  return isFalse && bytes[start + 4] === 101 ? start + 5 : -1;
}

/** For each open array and object, whether it is an object. Kept between calls, so that no call allocates it. */
const isObject: boolean[] = [];

/**
 * Finds the end of an array or object.
 *
 * @param lines - Complete lines
 * @param start - Index of its first byte
 * @returns The index after it, or -1
 */
export function endOfNested(lines: Lines, start: number): number {
  const { bytes } = lines;
  let depth = 0;
  for (let position = start; position !== -1; ) {
    const byte = bytes[position] ?? 0;
    if (byte === codes.openObject || byte === codes.openArray) {
      const isNested = byte === codes.openObject;
      position = afterSpace(bytes, position + 1);
      isObject[depth] = isNested;
      depth += 1;
      const isEmpty = bytes[position] === (isNested ? codes.closeObject : codes.closeArray);
      if (!isEmpty) {
        if (isNested) position = endOfName(lines, position);
        continue;
      }
    } else position = endOfScalar(lines, position, byte);
    // After a value: any number of closing brackets, then a comma.
    for (;;) {
      if (position === -1) return -1;
      position = afterSpace(bytes, position);
      const next = bytes[position];
      const isIn = isObject[depth - 1] === true;
      if (next === codes.comma) {
        position = afterSpace(bytes, position + 1);
        if (isIn) position = endOfName(lines, position);
        break;
      }
      if (next !== (isIn ? codes.closeObject : codes.closeArray)) return -1;
      depth -= 1;
      position += 1;
      if (depth === 0) return position;
    }
  }
  return -1;
}

function endOfScalar(lines: Lines, position: number, byte: number): number {
  const { bytes } = lines;
  if (byte === codes.quote) return endOfText(lines, position + 1);
  if (byte === codes.minus || (byte >= codes.zero && byte <= codes.nine))
    return endOfNumber(bytes, position, undefined);
  return endOfWord(bytes, position, undefined);
}

/** Finds the value of a member: the index after its name, the colon and white space. */
function endOfName(lines: Lines, start: number): number {
  if (lines.bytes[start] !== codes.quote) return -1;
  const end = endOfText(lines, start + 1);
  return end === -1 ? -1 : valueAfter(lines.bytes, end);
}

/**
 * Finds the value of a member.
 *
 * @param bytes - Complete lines
 * @param end - Index after the name
 * @returns The index of the value, or -1
 */
export function valueAfter(bytes: Uint8Array, end: number): number {
  const colon = bytes[end] === codes.colon ? end : afterSpace(bytes, end);
  return bytes[colon] === codes.colon ? afterSpace(bytes, colon + 1) : -1;
}
