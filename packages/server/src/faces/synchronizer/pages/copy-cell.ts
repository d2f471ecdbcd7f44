import { type ByteWriter, FixedText } from "@wellhead/rows";
import type { Column } from "@wellhead/sdk";
import { isFileColumn } from "@wellhead/sdk/internal";
import { holdsId } from "./entity-writer.js";

const quote = 0x22;
const opening = 0x5b;
const backslash = 0x5c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;
const nullStart = 0x6e;
const trueStart = 0x74;
const falseStart = 0x66;

const trueText = new FixedText('"true"');
const falseText = new FixedText('"false"');
const noMillis = new FixedText(".000");
const zoneAndQuote = new FixedText('Z"');

/** A double preserves every decimal number with up to this many digits. */
const exactDigits = 15;
/** Length of `2026-01-31` and of `2026-01-31T10:00:00`. */
const dayLength = 10;
const secondLength = 19;
const february = 2;

/**
 * Writes the JSON of a cell from that of the value in the row, the bytes `start` to `end` of the target's source. Returns
 * `false`, without having written anything, for a value that has to be parsed.
 */
export type CellCopier = (target: ByteWriter, start: number, end: number) => boolean;

/**
 * Returns how to copy the values of a column. What it writes is what `EntityWriter` writes.
 *
 * @param column - The column; `undefined` when the source does not know it
 * @returns The copier
 */
export function cellCopierOf(column: Column | undefined): CellCopier {
  if (column === undefined || (column.relation?.kind === "source" && column.relation.parts !== undefined))
    return copyNothing;
  switch (column.column) {
    case "id":
    case "text":
      if (holdsId(column)) return withNull(copyId);
      return isFileColumn(column) ? copyNothing : withNull(copyCellText);
    case "bool":
      return withNull(copyBoolean);
    case "date":
      return withNull(column.subType === "day" ? copyDay : copyInstant);
    case "number":
      return withNull(copyNumber);
    default:
      return copyNothing;
  }
}

function copyNothing(): boolean {
  return false;
}

function withNull(copy: CellCopier): CellCopier {
  return (target, start, end) => {
    if (target.source[start] !== nullStart) return copy(target, start, end);
    target.copy(start, end);
    return true;
  };
}

/** Copies a text, and an integer as text. */
export const copyCellText: CellCopier = (target, start, end) => {
  const { source } = target;
  if (source[start] === quote) {
    target.copy(start, end);
    return true;
  }
  if (!isShortNumber(source, start, end) || hasPoint(source, start, end)) return false;
  target.put(quote);
  target.copy(start, end);
  target.put(quote);
  return true;
};

/**
 * Copies a text as the id of a row, and an integer as text. Texts that an id might have between brackets are not copied.
 */
export const copyId: CellCopier = (target, start, end) => {
  const first = target.source[start] === quote ? target.source[start + 1] : undefined;
  if (first === quote || first === opening || first === backslash) return false;
  return copyCellText(target, start, end);
};

const copyBoolean: CellCopier = (target, start) => {
  const first = target.source[start];
  if (first !== trueStart && first !== falseStart) return false;
  target.append(first === trueStart ? trueText : falseText);
  return true;
};

const copyNumber: CellCopier = (target, start, end) => {
  if (!isShortNumber(target.source, start, end)) return false;
  target.copy(start, end);
  return true;
};

/** Reports whether a value is a number that a double represents, without an exponent. */
function isShortNumber(source: Buffer, start: number, end: number): boolean {
  if (end - start > exactDigits || (source[start] === minus && source[start + 1] === zero)) return false;
  for (let at = start; at < end; at += 1) {
    const byte = source[at] ?? 0;
    if (!isDigit(byte) && byte !== point && byte !== minus) return false;
  }
  return true;
}

function hasPoint(source: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (source[at] === point) return true;
  return false;
}

/** Copies the day of a text that begins with one. */
const copyDay: CellCopier = (target, start, end) => {
  if (end - start < dayLength + 2 || !isDay(target.source, start + 1)) return false;
  target.copy(start, start + 1 + dayLength);
  target.put(quote);
  return true;
};

/** Copies an instant in UTC, or one without a zone, with three digits of a second. */
const copyInstant: CellCopier = (target, start, end) => {
  const { source } = target;
  const fraction = start + 1 + secondLength;
  if (end <= fraction || source[start] !== quote || !isSecond(source, start + 1)) return false;
  const stop = source[end - 2] === letterZ ? end - 2 : end - 1;
  const digits = stop - fraction - 1;
  if (stop !== fraction) {
    if (source[fraction] !== point || digits < 1) return false;
    for (let at = fraction + 1; at < stop; at += 1) if (!isDigit(source[at])) return false;
  }
  target.copy(start, fraction);
  const millis = target.length;
  target.append(noMillis);
  for (let index = 0; index < 3 && index < digits; index += 1)
    target.bytes[millis + 1 + index] = source[fraction + 1 + index] ?? 0;
  target.append(zoneAndQuote);
  return true;
};

/** Reports whether a text begins with digits and hyphens as a day does. */
function isDay(source: Buffer, start: number): boolean {
  return (
    twoDigits(source, start) >= 0 &&
    twoDigits(source, start + 2) >= 0 &&
    source[start + 4] === minus &&
    twoDigits(source, start + 5) >= 0 &&
    source[start + 7] === minus &&
    twoDigits(source, start + 8) >= 0
  );
}

/** Reports whether a text is `2026-01-30T10:00:00`. Days 29 to 31 are accepted only in months that always have them. */
function isSecond(source: Buffer, start: number): boolean {
  if (!isDay(source, start) || source[start + dayLength] !== letterT) return false;
  const month = twoDigits(source, start + 5);
  const day = twoDigits(source, start + 8);
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= (month === february ? 28 : 30) &&
    isBelow(twoDigits(source, start + 11), 24) &&
    source[start + 13] === colon &&
    isBelow(twoDigits(source, start + 14), 60) &&
    source[start + 16] === colon &&
    isBelow(twoDigits(source, start + 17), 60)
  );
}

function isBelow(value: number, limit: number): boolean {
  return value >= 0 && value < limit;
}

/** Returns the value of two digits; -1 when they are not digits. */
function twoDigits(source: Buffer, start: number): number {
  const tens = source[start] ?? 0;
  const ones = source[start + 1] ?? 0;
  return isDigit(tens) && isDigit(ones) ? (tens - zero) * 10 + ones - zero : -1;
}

function isDigit(byte = 0): boolean {
  return byte >= zero && byte <= nine;
}
