import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { type ArrowColumn, parseScalar } from "@wellhead/rows";
import type { ColumnForm } from "./column-sql.js";
import { finishJson, useLetter } from "./finish-json.js";
import type { ValueKind } from "./value-kind.js";

const lineFeed = 0x0a;
const minus = 0x2d;
const zero = 0x30;
const noBytes = Buffer.alloc(0);

/** The values of a column in a page, in the order of its rows. */
export interface ColumnCells {
  /** Appends all of them to a column of Arrow. */
  readonly appendTo: (column: ArrowColumn) => void;
  /** Index of the first value with text that is not UTF-8; `undefined` when there is none. */
  readonly findInvalid: () => number | undefined;
  /** Number of bytes of each value. */
  readonly sizes: () => readonly number[];
  /** Parses the first values. A number that a double might round is its digits. */
  readonly parse: (count: number) => readonly unknown[];
}

/** Values as JSON, with a line feed between two of them. */
export class LineCells implements ColumnCells {
  readonly #bytes: Buffer;

  /**
   * @param cell - As SQL has written it; its memory is used
   * @param form - `marked` when values must be finished
   */
  constructor(cell: unknown, form: Exclude<ColumnForm, "texts">) {
    this.#bytes = form === "marked" ? finishJson(bytesOf(cell)) : bytesOf(cell);
  }

  appendTo(column: ArrowColumn): void {
    column.appendLines(this.#bytes);
  }

  findInvalid(): number | undefined {
    if (isUtf8(this.#bytes)) return undefined;
    return this.#map((start, end) => isUtf8(this.#bytes.subarray(start, end))).indexOf(false);
  }

  sizes(): readonly number[] {
    return this.#map((start, end) => end - start);
  }

  parse(count: number): readonly unknown[] {
    return this.#map((start, end) => parseScalar(this.#bytes, start, end), count);
  }

  #map<Result>(
    convert: (start: number, end: number) => Result,
    count: number = Number.POSITIVE_INFINITY,
  ): readonly Result[] {
    const results: Result[] = [];
    const bytes = this.#bytes;
    for (let start = 0; start <= bytes.length && results.length < count; ) {
      const found = bytes.indexOf(lineFeed, start);
      const end = found < 0 ? bytes.length : found;
      results.push(convert(start, end));
      start = end + 1;
    }
    return results;
  }
}

/** Texts, one after another. Bytes among them are Base64. */
export class TextCells implements ColumnCells {
  readonly #bytes: Buffer;
  readonly #lengths: Int32Array;

  /**
   * @param cells - The bytes of all values, and their lengths, as SQL has written them; their memory is used
   * @param options - The number of values, and the kind of their column
   */
  constructor(
    [values, written]: readonly [values: unknown, lengths: unknown],
    { rows, kind }: { readonly rows: number; readonly kind: ValueKind },
  ) {
    const bytes = bytesOf(values);
    const { lengths, blobs } = readLengths(bytesOf(written), rows);
    this.#bytes = blobs.length === 0 ? bytes : withBase64(bytes, lengths, new Set(blobs));
    this.#lengths = lengths;
    if (kind !== "timestamp") return;
    this.#visit((start, end) => {
      // A shorter text is not a date with a time, and the next text follows it.
      if (end - start >= shortestTime) useLetter(this.#bytes, start);
    });
  }

  appendTo(column: ArrowColumn): void {
    column.appendJoined(this.#bytes, this.#lengths);
  }

  findInvalid(): number | undefined {
    if (isAscii(this.#bytes)) return undefined;
    let invalid: number | undefined;
    let isSplit = false;
    // Texts that are valid together may begin within a character.
    this.#visit((start) => {
      isSplit ||= isContinuation(this.#bytes[start]);
    });
    if (!isSplit && isUtf8(this.#bytes)) return undefined;
    this.#visit((start, end, row) => {
      if (!isUtf8(this.#bytes.subarray(start, end))) invalid ??= row;
    });
    return invalid;
  }

  sizes(): readonly number[] {
    return Array.from(this.#lengths, (length) => Math.max(length, 0));
  }

  parse(count: number): readonly unknown[] {
    const texts: unknown[] = Array.from(this.#lengths.subarray(0, count), (length) =>
      length < 0 ? null : "",
    );
    this.#visit((start, end, row) => {
      if (row < count) texts[row] = this.#bytes.toString("utf8", start, end);
    });
    return texts;
  }

  /** Calls a function for each text that is not empty. */
  #visit(visit: (start: number, end: number, row: number) => void): void {
    let start = 0;
    for (let row = 0; row < this.#lengths.length; row += 1) {
      const length = this.#lengths[row] ?? 0;
      if (length <= 0) continue;
      visit(start, start + length, row);
      start += length;
    }
  }
}

/** Length of a date, a space and a digit. */
const shortestTime = 12;

/** Whether a byte of UTF-8 is within a character. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Reads lengths: -1 for a null. Those of bytes are negative as written, and positive here. */
function readLengths(
  source: Buffer,
  rows: number,
): { readonly lengths: Int32Array; readonly blobs: readonly number[] } {
  const lengths = new Int32Array(rows);
  const blobs: number[] = [];
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const isBlob = source[at] === minus;
    if (isBlob) {
      blobs.push(row);
      at += 1;
    }
    let length = 0;
    const start = at;
    for (; at < source.length && source[at] !== lineFeed; at += 1)
      length = length * 10 + (source[at] ?? 0) - zero;
    lengths[row] = at === start ? -1 : length;
    at += 1;
  }
  if (at !== source.length + 1) throw new Error(`Could not read a column: expected ${rows} values.`);
  return { lengths, blobs };
}

/** Replaces bytes among texts with Base64, and their lengths. */
function withBase64(source: Buffer, lengths: Int32Array, blobs: ReadonlySet<number>): Buffer {
  const parts: Buffer[] = [];
  let start = 0;
  for (const [row, length] of lengths.entries()) {
    if (length <= 0) continue;
    const part = source.subarray(start, start + length);
    const written = blobs.has(row) ? Buffer.from(part.toString("base64")) : part;
    parts.push(written);
    lengths[row] = written.length;
    start += length;
  }
  return Buffer.concat(parts);
}

/** SQL joins no values to NULL. */
function bytesOf(cell: unknown): Buffer {
  return cell instanceof Uint8Array ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength) : noBytes;
}
