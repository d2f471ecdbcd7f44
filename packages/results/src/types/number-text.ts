import { Buffer } from "node:buffer";
import { survivesDouble } from "@wellhead/client";
import { addMarkedNumber, type ColumnFacts, kinds } from "./column-facts.js";

const zero = 48;
const nine = 57;
const minus = 45;
const dot = 46;
/** Maximum number of digits of a number that a double represents. */
const maxDigits = 15;
/** A number below one with more zeros than this after the point is written with an exponent. */
const maxZeros = 3;

/**
 * Records a number that is written as in JSON.
 *
 * @param facts - The facts about its column
 * @param bytes - The bytes that contain it
 * @param range - Where it begins and ends
 * @returns Whether it is a number
 */
export function addNumberText(
  facts: ColumnFacts,
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  const point = afterDigits(bytes, first, end);
  if (point === first) return false;
  const hasPoint = bytes[point] === dot && point < end;
  const last = hasPoint ? afterDigits(bytes, point + 1, end) : point;
  const isBelowOne = bytes[first] === zero;
  const fractionDigits = hasPoint ? last - point - 1 : 0;
  const isPlain =
    last === end &&
    point - first + fractionDigits <= maxDigits &&
    (!isBelowOne || isKept(bytes, { from: point + 1, end, isNegative }));
  if (isPlain) addPlain(facts, isBelowOne ? 0 : point - first, fractionDigits);
  else {
    const literal = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
    const { hasMarks } = facts;
    addMarkedNumber(facts, `${survivesDouble(literal) ? "d" : "x"}${literal}`);
    // It has no mark.
    facts.hasMarks = hasMarks;
  }
  return true;
}

function addPlain(facts: ColumnFacts, wholeDigits: number, fractionDigits: number): void {
  facts.kinds |= kinds.number;
  if (wholeDigits > facts.wholeDigits) facts.wholeDigits = wholeDigits;
  if (fractionDigits > facts.fractionDigits) facts.fractionDigits = fractionDigits;
  if (wholeDigits > facts.exactWholeDigits) facts.exactWholeDigits = wholeDigits;
  if (fractionDigits > facts.exactFractionDigits) facts.exactFractionDigits = fractionDigits;
}

function afterDigits(bytes: Uint8Array, from: number, end: number): number {
  let position = from;
  for (; position < end; position += 1) {
    const byte = bytes[position] ?? 0;
    if (byte < zero || byte > nine) break;
  }
  return position;
}

/** Returns whether the engine keeps a number between −1 and 1: zeros without a sign, and values from 0.0001 on. */
function isKept(
  bytes: Uint8Array,
  { from, end, isNegative }: { readonly from: number; readonly end: number; readonly isNegative: boolean },
): boolean {
  let position = from;
  while (position < end && bytes[position] === zero) position += 1;
  const areFew = position - from <= maxZeros;
  return position >= end ? !isNegative && areFew : areFew;
}
