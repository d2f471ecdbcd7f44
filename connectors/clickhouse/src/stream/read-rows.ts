import { Buffer } from "node:buffer";
import { readServerError } from "../protocol/server-error.js";

const lineFeed = 0x0a;
const [openObject, closeObject] = [0x7b, 0x7d];
/** Number of bytes of an exception that are kept. */
const maxException = 64 * 2 ** 20;
/** A part of every exception that servers append to the rows of a response that has begun. */
const exceptionMark = Buffer.from("DB::Exception");

/** Whole rows: JSON objects, each followed by a line feed. */
export interface RowBlock {
  /** Memory of its own, which the reader may change. */
  readonly bytes: Buffer;
  /** The index of the line feed after each row. The array may be longer than `rows`, and is reused for the next block. */
  readonly ends: Uint32Array;
  /** Number of rows. */
  readonly rows: number;
}

/**
 * Finds the rows of a response, and the exception that the server appends when a statement fails among its rows: the
 * status of the response is 200 by then, and the exception may begin within a row.
 *
 * @param blocks - The body of the response: one JSON object per line
 * @returns Blocks of whole rows
 * @throws ServerError when the body ends with an exception, or within a row
 */
export async function* readRows(blocks: AsyncIterable<Buffer>): AsyncGenerator<RowBlock> {
  const finder = new RowFinder();
  for await (const block of blocks) {
    const { rows, end } = finder.find(block);
    // The reader of the rows may send their memory to another thread.
    const rest = Buffer.from(block.subarray(end));
    if (rows > 0) yield { bytes: block.subarray(0, end), ends: finder.ends, rows };
    if (rest.length > 0) throw await failure(rest, blocks);
  }
}

/** Finds the rows of blocks. */
class RowFinder {
  /** The index of the line feed after each row of the last block. */
  ends = new Uint32Array(1024);

  /**
   * Finds the rows of a block.
   *
   * @param block - Lines
   * @returns The number of rows before the first line that is not a row, and where they end
   */
  find(block: Buffer): { readonly rows: number; readonly end: number } {
    const isSuspect = block.includes(exceptionMark);
    let rows = 0;
    let start = 0;
    for (let end = block.indexOf(lineFeed); end >= 0; end = block.indexOf(lineFeed, start)) {
      if (block[start] !== openObject || block[end - 1] !== closeObject) break;
      // A part of a row that an exception follows can look like a row.
      if (isSuspect && !isRow(block.subarray(start, end))) break;
      if (rows === this.ends.length) this.#grow();
      this.ends[rows] = end;
      rows += 1;
      start = end + 1;
    }
    return { rows, end: start };
  }

  #grow(): void {
    const larger = new Uint32Array(this.ends.length * 2);
    larger.set(this.ends);
    this.ends = larger;
  }
}

/** Returns whether a line is a row although it may contain the mark of an exception. */
function isRow(line: Buffer): boolean {
  if (!line.includes(exceptionMark)) return true;
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
}

/** Reads the rest of a response that ends with an exception. */
async function failure(begin: Buffer, blocks: AsyncIterable<Buffer>): Promise<Error> {
  const parts = [begin];
  let length = 0;
  for await (const block of blocks) {
    parts.push(block);
    length += block.length;
    if (length > maxException) break;
  }
  return readServerError(Buffer.concat(parts).toString());
}
