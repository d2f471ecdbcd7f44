import { Buffer } from "node:buffer";
import { marks } from "./marks.js";

/** Longest number text that surely is as short as can be: fifteen digits, a sign and a point. */
const shortNumber = 16;

/**
 * Finishes rows of JSON in place: marked bytes become base64, marked numbers their shortest digits, and a T parts
 * dates from times. What stands there after is never longer than before.
 *
 * @param rows - Rows as SQL wrote them
 * @returns The part of the same bytes that is finished
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
 * @param rows - Where it stands
 * @param start - Its first byte
 * @returns Behind its last byte
 */
export function endOfNumber(rows: Buffer, start: number): number {
  let end = start;
  // Nothing that may follow a number is above a comma and below a colon, or a letter, but `e`.
  for (;;) {
    const byte = rows[end] ?? 0x2c;
    if ((byte < 0x30 || byte > 0x39) && byte !== 0x2d && byte !== 0x2e && byte !== 0x2b && byte !== 0x65)
      return end;
    end += 1;
  }
}

/**
 * Gives the shortest digits of a number that read back the same, unless they take more room.
 *
 * @param rows - Where the number stands with seventeen digits
 * @param start - Its first byte
 * @param end - Behind its last byte
 * @returns The digits; `undefined` when those that stand there are to be kept
 */
export function shortestReal(rows: Buffer, start: number, end: number): string | undefined {
  if (end - start <= shortNumber) return undefined;
  const text = String(Number(rows.toString("latin1", start, end)));
  return text.length <= end - start ? text : undefined;
}

/**
 * Puts a T between a date and a time that are parted by a space.
 *
 * @param rows - Where they stand
 * @param start - First byte of the text
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
