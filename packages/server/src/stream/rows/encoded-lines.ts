import { type EncodedBatch, exactNumbers, type Row } from "@wellhead/sdk";

/** Maximum levels of arrays and objects in a row. */
const maxDepth = 128;
const lineFeed = 0x0a;

/** The lines of a batch. */
interface LineRange {
  readonly starts: readonly number[];
  readonly first: number;
  readonly length: number;
  readonly release: () => void;
}

/** Encoded rows of one batch: JSON objects, one per line. Each row is parsed only when its values are needed. */
export class EncodedLines {
  /** The bytes that hold the rows. */
  readonly bytes: Buffer;
  /** Ids of the columns, in the order of the members of each row. */
  readonly columns: readonly string[];
  /** Number of rows. */
  readonly length: number;
  /** Allows the bytes of the batch to be overwritten. Must not be called while one of its rows is still needed. */
  readonly release: () => void;
  /** Where each line begins, and, as the last number, where the lines end. */
  readonly #starts: readonly number[];
  readonly #first: number;

  /**
   * Use {@link EncodedLines.of} instead.
   *
   * @param bytes - The bytes that hold the rows
   * @param columns - Ids of the columns
   * @param range - Where lines begin, the first line and the number of lines, and how to release them
   */
  constructor(bytes: Buffer, columns: readonly string[], { starts, first, length, release }: LineRange) {
    this.bytes = bytes;
    this.columns = columns;
    this.length = length;
    this.release = release;
    this.#starts = starts;
    this.#first = first;
  }

  /**
   * Finds the lines of a batch.
   *
   * @param batch - Rows as JSON, with a line feed between two of them
   * @param columns - Ids of the columns
   * @returns The rows
   */
  static of(
    { bytes, rows, release = () => undefined }: EncodedBatch,
    columns: readonly string[],
  ): EncodedLines {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // An array that grows leaves several times its size to the garbage collector.
    const starts = Array.from({ length: Math.min(rows, buffer.length) + 1 }, () => 0);
    let length = 1;
    for (let end = buffer.indexOf(lineFeed); end !== -1; end = buffer.indexOf(lineFeed, end + 1)) {
      starts[length] = end + 1;
      length += 1;
    }
    starts[length] = buffer.length + 1;
    return new EncodedLines(buffer, columns, { starts, first: 0, length, release });
  }

  /** Returns the index of the first byte of a row. */
  startOf(index: number): number {
    return this.#starts[this.#first + index] ?? 0;
  }

  /** Returns the index after the last byte of a row. */
  endOf(index: number): number {
    return this.startOf(index + 1) - 1;
  }

  /**
   * Parses a row.
   *
   * @param index - Its index
   * @returns The row; numbers that a double would change are strings
   */
  row(index: number): Row {
    const line = this.bytes.toString("utf8", this.startOf(index), this.endOf(index));
    // A source of encoded rows writes objects; whoever writes them checks that.
    return JSON.parse(exactNumbers(line, maxDepth)) as Row;
  }

  /** Returns some of the rows, as `Array.slice` does for indexes that are not negative. */
  slice(from: number, to = this.length): EncodedLines {
    const end = Math.min(to, this.length);
    return new EncodedLines(this.bytes, this.columns, {
      starts: this.#starts,
      first: this.#first + from,
      length: Math.max(end - from, 0),
      release: this.release,
    });
  }

  /** Parses the rows one after another. */
  *[Symbol.iterator](): Generator<Row> {
    for (let index = 0; index < this.length; index += 1) yield this.row(index);
  }
}

/** Rows as the source returns them: objects, or encoded. */
export type RowList = readonly Row[] | EncodedLines;
