import type { ByteWriter } from "../bytes/byte-writer.js";

/**
 * Copies a span of the source, four bytes at a time, up to the first byte that a JSON string escapes. Up to three bytes
 * after the copy may be overwritten.
 *
 * The code is duplicated for each format, because a test passed as a function would cost a call for every four bytes.
 *
 * @param target - Holds the span and receives the copy
 * @param start - First byte
 * @param end - Index after the last byte
 * @returns Index where the copy stopped: `end`, or at most four bytes before the byte that stopped it
 */
export function copyPlainJson(target: ByteWriter, start: number, end: number): number {
  const { view, sourceView } = target;
  const last = end - 4;
  let at = target.length;
  let index = start;
  for (; index <= last; index += 4) {
    const word = sourceView.getInt32(index, true);
    if (!isPlainJson(word)) break;
    view.setInt32(at, word, true);
    at += 4;
  }
  // Fewer than four bytes are left, so the last four are checked again as one word.
  if (index > last && index < end && last >= start) {
    const word = sourceView.getInt32(last, true);
    if (isPlainJson(word)) {
      view.setInt32(at + last - index, word, true);
      at += end - index;
      index = end;
    }
  }
  target.length = at;
  return index;
}

/**
 * Reports whether four bytes need no escape in a JSON string: none is below 0x20, a quote or a backslash. It is the
 * usual test for a zero byte, three times. Non-ASCII bytes of UTF-8 count as plain.
 *
 * @param word - Four bytes
 * @returns Whether none of them is escaped
 */
export function isPlainJson(word: number): boolean {
  const marked =
    (word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101);
  return (marked & ~word & 0x80808080) === 0;
}
