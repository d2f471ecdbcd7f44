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
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      yield join([...pending, chunk.subarray(0, end)]);
      pending = [];
      length = 0;
    }
    pending.push(chunk.subarray(end));
    length += chunk.length - end;
    if (length > maxRowLength)
      throw new IncompleteRowsError("cut", `a line is longer than ${maxRowLength} bytes`);
  }
  if (length > 0) yield join([...pending, Uint8Array.of(lineFeed)]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    joined.set(part, position);
    position += part.length;
  }
  return joined;
}
