import type { Buffer } from "node:buffer";
import type { ByteWriter } from "../bytes/byte-writer.js";
import { isPlainJson } from "./copy-plain-json.js";

const quote = 0x22;
const backslash = 0x5c;
const longEscape = 0x75;

/** The byte that each letter after a backslash represents; 0 for a letter that begins a longer escape. */
export const unescaped: Uint8Array = new Uint8Array(256);
for (const [letter, byte] of [
  ['"', 0x22],
  ["\\", 0x5c],
  ["/", 0x2f],
  ["b", 0x08],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
] as const) {
  unescaped[letter.charCodeAt(0)] = byte;
}

/**
 * Finds the first quote or backslash after an index, which ends a JSON string or starts an escape in it.
 *
 * @param target - The writer whose source holds the string
 * @param start - First byte after the opening quote
 * @returns Its index; the end of the source when there is none
 */
export function endOfPlainJson({ source, sourceView }: ByteWriter, start: number): number {
  const end = source.length;
  let at = start;
  while (at + 4 <= end && isPlainJson(sourceView.getInt32(at, true))) at += 4;
  while (at < end && source[at] !== quote && source[at] !== backslash) at += 1;
  return at;
}

/**
 * Finds the end of a JSON string.
 *
 * @param source - The bytes that hold the string
 * @param start - Index of any byte in the string, except one that a backslash escapes
 * @returns Index of the closing quote; the end of the source when there is none
 */
export function endOfJsonString(source: Buffer, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== quote) at += source[at] === backslash ? 2 : 1;
  return at;
}

/**
 * Writes the text of a JSON string, without quotes and escapes. It is never longer than the string.
 *
 * @param target - Holds the string and receives the text
 * @param start - First byte after the opening quote
 * @param end - Index of the closing quote
 */
export function unescapeJson(target: ByteWriter, start: number, end: number): void {
  const { bytes, source, view, sourceView } = target;
  const last = end - 4;
  let at = target.length;
  for (let index = start; index < end; index += 1) {
    for (; index <= last; index += 4, at += 4) {
      const word = sourceView.getInt32(index, true);
      if (!isPlainJson(word)) break;
      view.setInt32(at, word, true);
    }
    if (index >= end) break;
    const byte = source[index] ?? 0;
    if (byte !== backslash) {
      bytes[at++] = byte;
      continue;
    }
    index += 1;
    const letter = source[index] ?? 0;
    if (letter !== longEscape) bytes[at++] = unescaped[letter] ?? 0;
    else {
      const stop = endOfLongEscapes(source, index - 1);
      at += bytes.write(String(JSON.parse(`"${source.toString("latin1", index - 1, stop)}"`)), at);
      index = stop - 1;
    }
  }
  target.length = at;
}

/** Returns the end of a run of `\uXXXX` escapes, which are decoded together: two of them may be one character. */
function endOfLongEscapes(source: Buffer, start: number): number {
  let end = start;
  while (source[end] === backslash && source[end + 1] === longEscape) end += 6;
  return end;
}
