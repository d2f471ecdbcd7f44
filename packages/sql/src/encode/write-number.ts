import { Buffer } from "node:buffer";
import { isExactDecimal, isExactInteger } from "./exact-number.js";
import type { ValueWriter } from "./value-writer.js";
import { writeJsonText } from "./write-json-text.js";

/** Tells something about a span of bytes. */
type SpanTest = (source: Buffer, start: number, end: number) => boolean;

/** Writes an integer of at most 53 bits as a JSON number; anything else that stands there as text. */
export const writeJsonInteger: ValueWriter = numberWriter(madeOf("0123456789-"), () => true);

/**
 * Writes an integer of any length: a JSON number up to 2^53 - 1 either way, beyond that its digits as text,
 * because readers keep numbers as doubles.
 */
export const writeJsonLongInteger: ValueWriter = numberWriter(madeOf("0123456789-"), isExactInteger);

/**
 * Writes a decimal: a JSON number while a double keeps it whole, beyond that its digits as text; NaN and
 * Infinity as text.
 */
export const writeJsonDecimal: ValueWriter = numberWriter(madeOf("0123456789-."), isExactDecimal);

/** Writes a floating point number as a JSON number; NaN and Infinity as text, because JSON has neither. */
export const writeJsonFloat: ValueWriter = numberWriter(madeOf("0123456789-+.eE"), () => true);

function numberWriter(isNumber: SpanTest, isExact: SpanTest): ValueWriter {
  return (target, start, end) => {
    const { source } = target;
    if (isNumber(source, start, end) && isExact(source, start, end)) target.copy(start, end);
    else writeJsonText(target, start, end);
  };
}

function madeOf(characters: string): SpanTest {
  const allowed = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) allowed[byte] = 1;
  return (source, start, end) => {
    for (let index = start; index < end; index += 1) if (allowed[source[index] ?? 0] === 0) return false;
    return end > start;
  };
}
