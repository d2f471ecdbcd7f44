import { Buffer } from "node:buffer";
import { marks } from "./marks.js";

/** Maximum length of a number text that cannot be shortened: fifteen digits, a sign and a point. */
const shortNumber = 16;

/**
 * Finishes rows of JSON in place. Marked bytes become base64, marked numbers their shortest digits, and a T separates
 * dates from times. The result is never longer than the input.
 *
 * @param rows - Rows as written by SQL
 * @returns The finished part of the same buffer
 */
export function finishJson(rows: Buffer): Buffer {
  let nextBytes = rows.indexOf(marks.bytes);
  let nextPlain = rows.indexOf(marks.plain);
  if (nextBytes < 0 && nextPlain < 0) return rows;
  let to = 0;
  let from = 0;
  const move = (end: number) => {
    if (to !== from) rows.copyWithin(to, from, end);
    to += end - from;
  };
  while (nextBytes >= 0 || nextPlain >= 0) {
    const isPlain = nextBytes < 0 || (nextPlain >= 0 && nextPlain < nextBytes);
    if (isPlain) {
      move(nextPlain);
      from = nextPlain + 1;
      if (rows[from] === 0x22) useLetter(rows, from + 1);
      else {
        const end = endOfNumber(rows, from);
        const shortest = shortestReal(rows, from, end);
        if (shortest === undefined) move(end);
        else to += rows.write(shortest, to, "latin1");
        from = end;
      }
      nextPlain = rows.indexOf(marks.plain, from);
    } else {
      move(nextBytes);
      const end = rows.indexOf(marks.bytes, nextBytes + 2);
      to += rows.write(`"${base64Of(rows, nextBytes + 2, end)}"`, to, "latin1");
      from = end + 2;
      nextBytes = rows.indexOf(marks.bytes, from);
    }
  }
  move(rows.length);
  return rows.subarray(0, to);
}

function base64Of(rows: Buffer, start: number, end: number): string {
  return Buffer.from(rows.toString("latin1", start, end), "hex").toString("base64");
}

/**
 * Finds the end of a number.
 *
 * @param rows - The bytes that contain it
 * @param start - Index of its first byte
 * @returns The index after its last byte
 */
export function endOfNumber(rows: Buffer, start: number): number {
  let end = start;
  // A number consists of digits, `-`, `.`, `+` and `e`. None of these bytes can follow it.
  for (;;) {
    const byte = rows[end] ?? 0x2c;
    if ((byte < 0x30 || byte > 0x39) && byte !== 0x2d && byte !== 0x2e && byte !== 0x2b && byte !== 0x65)
      return end;
    end += 1;
  }
}

/**
 * Returns the shortest digits that parse to the same number, unless they need more space.
 *
 * @param rows - The bytes that contain the number, with seventeen digits
 * @param start - Index of its first byte
 * @param end - Index after its last byte
 * @returns The digits, or `undefined` to keep the existing ones
 */
export function shortestReal(rows: Buffer, start: number, end: number): string | undefined {
  if (end - start <= shortNumber) return undefined;
  const text = String(Number(rows.toString("latin1", start, end)));
  return text.length <= end - start ? text : undefined;
}

/**
 * Replaces the space between a date and a time with a T.
 *
 * @param rows - The bytes that contain the text
 * @param start - Index of the first byte of the text
 */
export function useLetter(rows: Buffer, start: number): void {
  if (rows[start + 10] !== 0x20) return;
  for (let index = 0; index < 12; index += 1) {
    const byte = rows[start + index] ?? 0;
    const isRight =
      index === 4 || index === 7 ? byte === 0x2d : index === 10 || (byte >= 0x30 && byte <= 0x39);
    if (!isRight) return;
  }
  rows[start + 10] = 0x54;
}
