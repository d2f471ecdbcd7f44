import { randomBytes } from "node:crypto";
import { replaceNumbers, survivesDouble } from "@wellhead/client";

// The engine reads the numbers of JSON as 64-bit integers and doubles. What would lose a digit, a sign or its notation
// there is sent as text with a mark in front. The mark is random, so that no text of a connector can pass for a number.

/** Text in front of a marked number; a `d` follows when a double holds the number exactly, else an `x`. */
export const numberMark = `number ${randomBytes(12).toString("hex")} `;

/** A number that may need a mark, or an escape that is half a character. May also find what needs neither. */
const suspicious = /\d[\d.]{15}|[:,[]\s*-?(?:\d[\d.]*[eE]|0\.0000)|[:,[]\s*-0|\\u[dD][89a-fA-F]/;
/** Whole characters in two halves, halves alone, and every other escape. */
const escapes =
  /(?<pair>\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|(?<half>\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./g;

/**
 * Marks the numbers of a row that the engine would change. Halves of characters, which no database can store, become the
 * text of their escape, such as `\ud800`.
 *
 * @param row - JSON text of an object, known to be well formed
 * @returns JSON text of the same object
 */
export function markNumbers(row: string): string {
  if (!suspicious.test(row)) return row;
  const marked = replaceNumbers(row, (literal) =>
    isSafe(literal) ? literal : `"${numberMark}${survivesDouble(literal) ? "d" : "x"}${literal}"`,
  );
  if (!/\\u[dD][89a-fA-F]/.test(marked)) return marked;
  return marked.replaceAll(escapes, (escape, pair: string | undefined, half: string | undefined) =>
    pair === undefined && half !== undefined ? `\\${escape}` : escape,
  );
}

/** Whether the engine keeps a number as it is written, apart from zeros at its end. */
function isSafe(literal: string): boolean {
  return (
    /^-?\d+(?:\.\d+)?$/.test(literal) &&
    literal.replace(/^-/, "").replace(".", "").length <= 15 &&
    !/^-0(?:\.0+)?$|^-?0\.0000/.test(literal)
  );
}
