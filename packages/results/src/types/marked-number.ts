import { replaceNumbers, survivesDouble } from "@wellhead/client";
import { numberMark } from "./number-mark.js";

// The engine reads the numbers of JSON as 64-bit integers and doubles. A number that would lose a digit, its sign or
// its notation is sent as text with a leading mark.

/** Matches numbers that may need a mark, and escaped surrogates. It may also match text that needs no change. */
const suspicious = /\d[\d.]{15}|[:,[]\s*-?(?:\d[\d.]*[eE]|0\.0000)|[:,[]\s*-0|\\u[dD][89a-fA-F]/;
/** Matches escaped surrogate pairs, lone surrogates, and every other escape. */
const escapes =
  /(?<pair>\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|(?<half>\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./g;

/**
 * Marks the numbers of a row that the engine would change. Lone surrogates, which databases cannot store, become the
 * text of their escape, such as `\ud800`.
 *
 * @param row - JSON text of an object, known to be well-formed
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

/** Returns whether the engine keeps a number as it is written, apart from trailing zeros. */
function isSafe(literal: string): boolean {
  return (
    /^-?\d+(?:\.\d+)?$/.test(literal) &&
    literal.replace(/^-/, "").replace(".", "").length <= 15 &&
    !/^-0(?:\.0+)?$|^-?0\.0000/.test(literal)
  );
}
