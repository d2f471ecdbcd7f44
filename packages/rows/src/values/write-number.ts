import type { ByteWriter } from "../bytes/byte-writer.js";
import { FixedText } from "../bytes/fixed-text.js";
import { writeCsvText } from "../text/write-csv-text.js";
import { writeJsonText } from "../text/write-json-text.js";
import { mayEndAt, nextState, startOfNumber } from "./number-grammar.js";

const nothing = new FixedText("null");
const notANumber = new FixedText('"NaN"');
const infinity = new FixedText('"Infinity"');
const negativeInfinity = new FixedText('"-Infinity"');

/** Spellings that databases use for NaN and the infinities. */
const notFinite = /^[+-]?(?:nan|inf(?:inity)?)$/i;
const longestWord = "-infinity".length;

/**
 * Writes a number as JSON with exactly the digits that the database wrote, however many there are. NaN and the
 * infinities, which JSON cannot express, become `null`. Anything else that is not a number becomes text.
 *
 * @param target - Holds the digits and receives the number
 * @param start - First byte
 * @param end - Index after the last byte
 * @see The connector contract, POST /, numbers
 */
export function writeJsonNumber(target: ByteWriter, start: number, end: number): void {
  if (copiesNumber(target, start, end)) return;
  if (isNotFinite(target, start, end)) target.append(nothing);
  else writeJsonText(target, start, end);
}

/**
 * Writes a number as {@link writeJsonNumber} does, but NaN and the infinities as the texts `"NaN"`, `"Infinity"` and
 * `"-Infinity"`, for a reader that has such numbers.
 *
 * @param target - Holds the digits and receives the number
 * @param start - First byte
 * @param end - Index after the last byte
 */
export function writeAnyNumber(target: ByteWriter, start: number, end: number): void {
  if (copiesNumber(target, start, end)) return;
  if (isNotFinite(target, start, end)) target.append(wordFor(target, start, end));
  else writeJsonText(target, start, end);
}

/**
 * Writes a number as a cell of CSV with exactly the digits that the database wrote; NaN and the infinities become
 * an empty cell.
 *
 * @param target - Holds the digits and receives the cell
 * @param start - First byte
 * @param end - Index after the last byte
 * @see The connector contract, POST /, numbers
 */
export function writeCsvNumber(target: ByteWriter, start: number, end: number): void {
  if (copiesNumber(target, start, end) || isNotFinite(target, start, end)) return;
  writeCsvText(target, start, end);
}

/** Copies a value that is a valid JSON number, and returns whether it is one. */
function copiesNumber(target: ByteWriter, start: number, end: number): boolean {
  const { bytes, source } = target;
  let at = target.length;
  let place = startOfNumber;
  for (let index = start; index < end; index += 1) {
    const byte = source[index] ?? 0;
    bytes[at++] = byte;
    place = nextState[(place << 8) | byte] ?? 0;
  }
  if (!mayEndAt(place)) return false;
  target.length = at;
  return true;
}

/** Returns the text of a number that is not finite. */
function wordFor({ source }: ByteWriter, start: number, end: number): FixedText {
  const word = source.toString("latin1", start, end).toLowerCase();
  if (word.endsWith("nan")) return notANumber;
  return word.startsWith("-") ? negativeInfinity : infinity;
}

function isNotFinite({ source }: ByteWriter, start: number, end: number): boolean {
  return end - start <= longestWord && notFinite.test(source.toString("latin1", start, end));
}
