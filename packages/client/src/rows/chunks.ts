import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { maxRowLength } from "./row-splitter.js";

const lineFeed = 10;
const minBufferBytes = 1024;

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
  const begun = new BegunLine();
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    // Only the line that began in an earlier chunk is copied.
    const first = begun.length === 0 || end === 0 ? 0 : chunk.indexOf(lineFeed) + 1;
    if (first > 0) yield begun.take(chunk.subarray(0, first));
    if (end > first) yield chunk.subarray(first, end);
    if (begun.length + chunk.length - end > maxRowLength)
      throw new IncompleteRowsError("cut", `a line is longer than ${maxRowLength} bytes`);
    begun.add(chunk.subarray(end));
  }
  if (begun.length > 0) yield begun.take(Uint8Array.of(lineFeed));
}

/** The beginning of a line. In one buffer, because a chunk takes up to 300 bytes of memory, even one of a single byte. */
class BegunLine {
  #buffer = new Uint8Array(minBufferBytes);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.#buffer.length));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = length;
  }

  /** Returns the bytes with those after them, and empties the buffer. */
  take(last: Uint8Array): Uint8Array {
    const line = new Uint8Array(this.#length + last.length);
    line.set(this.#buffer.subarray(0, this.#length));
    line.set(last, this.#length);
    this.#length = 0;
    return line;
  }
}
