import type { ByteTarget } from "./byte-target.js";
import { isPlainCsv } from "./is-plain-csv.js";

/**
 * Copies a span of the source, four bytes at a time, up to what a cell of CSV needs quotes for. Up to three bytes
 * behind what is copied may be overwritten.
 *
 * It is written out for each format: a test handed over as a function would cost a call for every four bytes.
 *
 * @param target - Where the bytes stand and where they go; its length is moved behind what was copied
 * @param start - First byte
 * @param end - Byte after the last
 * @returns Where the copy stopped: at `end`, or at most four bytes before what stopped it
 */
export function copyPlainCsv(target: ByteTarget, start: number, end: number): number {
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
  // What is left is shorter than a word: the last four bytes are looked at once more, as one.
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
