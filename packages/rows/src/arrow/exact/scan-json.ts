import type { Buffer } from "node:buffer";
import { endOfJsonString } from "../../text/json-string.js";

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/**
 * Returns the index of the first byte that is not white space.
 *
 * @param source - JSON
 * @param start - Where to begin
 * @returns The index
 */
export function skipSpace(source: Buffer, start: number): number {
  let at = start;
  while ((source[at] ?? Number.NaN) <= space) at += 1;
  return at;
}

/**
 * Finds the end of a value.
 *
 * @param source - Valid JSON
 * @param start - First byte of the value
 * @returns Index of the first byte after it
 */
function endOfValue(source: Buffer, start: number): number {
  const first = source[start];
  if (first === quote) return endOfJsonString(source, start + 1) + 1;
  if (first === openBracket || first === openBrace) return endOfNested(source, start);
  let at = start;
  while (!endsWord(source[at])) at += 1;
  return at;
}

function endOfNested(source: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const byte = source[at];
    if (byte === quote) at = endOfJsonString(source, at + 1);
    else if (byte === openBracket || byte === openBrace) depth += 1;
    else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return source.length;
}

function endsWord(byte = 0): boolean {
  return byte === comma || byte === closeBracket || byte === closeBrace || byte <= space;
}

/**
 * Visits the items of an array.
 *
 * @param source - Valid JSON
 * @param start - Index of the opening bracket
 * @param visit - Called with the first byte of each item and the byte after it
 */
export function visitItems(source: Buffer, start: number, visit: (start: number, end: number) => void): void {
  let at = skipSpace(source, start + 1);
  while (at < source.length && source[at] !== closeBracket) {
    const end = endOfValue(source, at);
    visit(at, end);
    at = skipSpace(source, end);
    if (source[at] === comma) at = skipSpace(source, at + 1);
  }
}

/**
 * A member of an object: where its name, with its quotes, and its value are. The object is reused for the next member,
 * because creating one for each cell would cost as much as finding the cell.
 */
export interface MemberSpan {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Visits the members of an object.
 *
 * @param source - Valid JSON
 * @param start - Index of the opening brace
 * @param visit - Called with each member
 * @returns Index of the first byte after the object
 */
export function visitMembers(source: Buffer, start: number, visit: (member: MemberSpan) => void): number {
  const member = { nameStart: 0, nameEnd: 0, start: 0, end: 0 };
  let at = skipSpace(source, start + 1);
  while (at < source.length && source[at] !== closeBrace) {
    const nameEnd = endOfValue(source, at);
    const begin = skipSpace(source, skipSpace(source, nameEnd) + 1);
    const end = endOfValue(source, begin);
    member.nameStart = at;
    member.nameEnd = nameEnd;
    member.start = begin;
    member.end = end;
    visit(member);
    at = skipSpace(source, end);
    if (source[at] === comma) at = skipSpace(source, at + 1);
  }
  return at + 1;
}

/**
 * Compares the name of a member without parsing it.
 *
 * @param source - Valid JSON
 * @param member - The member
 * @param name - Another name, as JSON
 * @returns Whether both are written in the same way
 */
export function isNamed(source: Buffer, { nameStart }: MemberSpan, name: Buffer): boolean {
  // Its last quote is that of the member, too.
  for (let at = 0; at < name.length; at += 1) if (source[nameStart + at] !== name[at]) return false;
  return true;
}

/** A double preserves every decimal number with up to this many digits. */
const exactDigits = 15;

/**
 * Parses a value. A number that a double might round is returned as its digits.
 *
 * @param source - Valid JSON
 * @param start - First byte of the value
 * @param end - The byte after it
 * @returns The value
 */
export function parseScalar(source: Buffer, start: number, end: number): unknown {
  const first = source[start] ?? 0;
  if (first !== minus && !isDigit(first)) {
    const value: unknown = JSON.parse(source.toString("utf8", start, end));
    return value;
  }
  const text = source.toString("latin1", start, end);
  return text.length > exactDigits || /[eE]/.test(text) ? text : Number(text);
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

/**
 * Parses a string.
 *
 * @param source - Valid JSON
 * @param start - Index of its opening quote
 * @param end - The byte after its closing quote
 * @returns The text
 */
export function parseText(source: Buffer, start: number, end: number): string {
  return String(JSON.parse(source.toString("utf8", start, end)));
}

/** Powers of ten that a double represents exactly. */
export const powersOfTen: readonly number[] = Array.from({ length: 23 }, (_unused, power) => 10 ** power);

/**
 * Reads the digits of a number as a whole number, as if it had no point.
 *
 * @param source - Valid JSON
 * @param start - First byte of the value
 * @param end - The byte after it
 * @returns The whole number; NaN when the value is not a number, has an exponent, or has digits that a double may round
 */
export function plainDigits(source: Buffer, start: number, end: number): number {
  if (end - start > exactDigits) return Number.NaN;
  const isNegative = source[start] === minus;
  let digits = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const digit = (source[at] ?? 0) - zero;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (source[at] !== point) return Number.NaN;
  }
  return isNegative ? -digits : digits;
}

/**
 * Returns how many digits of a number are after its point.
 *
 * @param source - Valid JSON
 * @param start - First byte of the number
 * @param end - The byte after it
 * @returns The number of digits
 */
export function digitsAfterPoint(source: Buffer, start: number, end: number): number {
  for (let at = end - 1; at > start; at -= 1) if (source[at] === point) return end - 1 - at;
  return 0;
}

/**
 * Reads a number.
 *
 * @param source - Valid JSON
 * @param start - First byte of the value
 * @param end - The byte after it
 * @returns The number; NaN where {@link plainDigits} returns it
 */
export function plainNumber(source: Buffer, start: number, end: number): number {
  const power = powersOfTen[digitsAfterPoint(source, start, end)] ?? Number.NaN;
  // Both are exact, so the quotient is rounded once, as a number of JSON is.
  return plainDigits(source, start, end) / power;
}
