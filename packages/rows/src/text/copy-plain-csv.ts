import type { ByteWriter } from "../bytes/byte-writer.js";

/**
 * Copies a span of the source, four bytes at a time, up to the first byte for which a CSV cell needs quotes. Up to
 * three bytes after the copy may be overwritten.
 *
 * The code is duplicated for each format, because a test passed as a function would cost a call for every four bytes.
 *
 * @param target - Holds the span and receives the copy
 * @param start - First byte
 * @param end - Index after the last byte
 * @returns Index where the copy stopped: `end`, or at most four bytes before the byte that stopped it
 */
export function copyPlainCsv(target: ByteWriter, start: number, end: number): number {
  const { view, sourceView } = target;
  const last = end - 4;
  let at = target.length;
  let index = start;
  for (; index <= last; index += 4) {
    const word = sourceView.getInt32(index, true);
    if (!isPlainCsv(word)) break;
    view.setInt32(at, word, true);
    at += 4;
  }
  // Fewer than four bytes are left, so the last four are checked again as one word.
  if (index > last && index < end && last >= start) {
    const word = sourceView.getInt32(last, true);
    if (isPlainCsv(word)) {
      view.setInt32(at + last - index, word, true);
      at += end - index;
      index = end;
    }
  }
  target.length = at;
  return index;
}

/** Returns whether four bytes contain no quote, comma or line end: the usual test for a zero byte, four times. */
function isPlainCsv(word: number): boolean {
  const marked =
    ((word ^ 0x22222222) - 0x01010101) |
    ((word ^ 0x2c2c2c2c) - 0x01010101) |
    ((word ^ 0x0a0a0a0a) - 0x01010101) |
    ((word ^ 0x0d0d0d0d) - 0x01010101);
  return (marked & ~word & 0x80808080) === 0;
}
