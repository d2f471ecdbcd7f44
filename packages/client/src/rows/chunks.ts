import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { maxRowLength } from "./row-splitter.js";

const lineFeed = 10;

/**
 * Yields a chunk that was already taken, then the others.
 *
 * @param first - The chunk that was taken
 * @param others - The chunks after it
 * @returns All chunks
 */
export async function* startingWith(
  first: Uint8Array,
  others: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* others;
}

/**
 * Splits chunks at line ends.
 *
 * @param chunks - Chunks of any size
 * @returns Whole lines; the last line gets a line feed if it has none
 * @throws IncompleteRowsError for a line beyond the maximum
 */
export async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // One buffer that grows: a chunk takes up to 300 bytes of memory, even one of a single byte.
  const pending = new ArrayBuffer(0, { maxByteLength: maxRowLength });
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    // Only the line that began in an earlier chunk is copied.
    const begun = pending.byteLength === 0 || end === 0 ? 0 : chunk.indexOf(lineFeed) + 1;
    if (begun > 0) yield takeLines(pending, chunk.subarray(0, begun));
    if (end > begun) yield chunk.subarray(begun, end);
    const length = pending.byteLength;
    if (length + chunk.length - end > maxRowLength)
      throw new IncompleteRowsError("cut", `a line is longer than ${maxRowLength} bytes`);
    pending.resize(length + chunk.length - end);
    new Uint8Array(pending, length).set(chunk.subarray(end));
  }
  if (pending.byteLength > 0) yield takeLines(pending, Uint8Array.of(lineFeed));
}

/** Empties the buffer and returns its bytes with those after them. */
function takeLines(pending: ArrayBuffer, last: Uint8Array): Uint8Array {
  const length = pending.byteLength;
  const lines = new Uint8Array(length + last.length);
  lines.set(new Uint8Array(pending));
  lines.set(last, length);
  pending.resize(0);
  return lines;
}
