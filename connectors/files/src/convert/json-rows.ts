import { FileFault } from "./file-fault.js";
import { endOfText, JsonText } from "./json-values.js";

/** Maximum bytes of a row. The engine does not read longer ones. */
const maxRowBytes = 64 * 2 ** 20;

/** Layout of the rows of a JSON file. */
export interface JsonLayout {
  readonly isArray: boolean;
  readonly hasByteOrderMark: boolean;
  /** Whether every row so far had a line of its own. */
  isOnePerLine: boolean;
  /** Bytes of the longest row so far. */
  longestRow: number;
}

/** Options of {@link readJsonRows}. */
export interface JsonRowsOptions {
  /** Whether a list at the start holds the rows. If `false`, such a list is the first row. */
  readonly mayBeArray: boolean;
  /** Bytes after which reading stops, with one row at least; `undefined` means that all rows are read. */
  readonly sampleBytes: number | undefined;
  /** Reads the row that begins at the position of the text. */
  readonly row: (text: JsonText) => void;
}

/**
 * Reads the rows of a JSON file one after another: the elements of an array, or consecutive values.
 *
 * @param pieces - The content of the file
 * @param options - How to read a row
 * @returns The layout of the rows
 * @throws FileFault when the content is not JSON or ends too early
 */
export async function readJsonRows(
  pieces: AsyncIterable<Buffer>,
  { mayBeArray, sampleBytes, row }: JsonRowsOptions,
): Promise<JsonLayout> {
  const reader = new RowReader(row);
  let layout: JsonLayout | undefined;
  let pending: Buffer[] = [];
  let [pendingBytes, neededBytes, readBytes] = [0, 4, 0];
  for await (const piece of pieces) {
    pending.push(piece);
    pendingBytes += piece.length;
    readBytes += piece.length;
    if (pendingBytes > maxRowBytes + piece.length) throw new FileFault("it has a record of more than 64 MiB");
    if (pendingBytes < neededBytes) continue;
    const text = new JsonText(Buffer.concat(pending), 0);
    layout ??= reader.begin(text, mayBeArray);
    reader.read(text, layout);
    const left = text.bytes.subarray(text.position);
    pending = [left];
    pendingBytes = left.length;
    // An incomplete row is read again from its start. To keep this cheap, it waits until there is twice as much data.
    neededBytes = left.length * 2;
    // Without a row, the sample would look like a file that has none.
    if (sampleBytes !== undefined && readBytes >= sampleBytes && reader.hasRows) return layout;
  }
  // White space marks the end of a number at the end of the file.
  const text = new JsonText(Buffer.concat([...pending, Buffer.from(" ")]), 0);
  layout ??= reader.begin(text, mayBeArray);
  reader.read(text, layout);
  reader.end(text, layout);
  return layout;
}

class RowReader {
  readonly #row: (text: JsonText) => void;
  #rows = 0;
  #isClosed = false;

  constructor(row: (text: JsonText) => void) {
    this.#row = row;
  }

  get hasRows(): boolean {
    return this.#rows > 0;
  }

  begin(text: JsonText, mayBeArray: boolean): JsonLayout {
    const hasByteOrderMark = text.bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
    if (hasByteOrderMark) text.position = 3;
    const isArray = mayBeArray && text.peek() === 0x5b;
    if (isArray) text.position++;
    return { isArray, hasByteOrderMark, isOnePerLine: true, longestRow: 0 };
  }

  /** Reads the rows that are complete. */
  read(text: JsonText, layout: JsonLayout): void {
    for (;;) {
      const before = text.position;
      try {
        if (!this.#next(text, layout)) return;
      } catch (error) {
        if (error !== endOfText) throw inRow(error, this.#rows + 1);
        text.position = before;
        return;
      }
    }
  }

  end(text: JsonText, { isArray }: JsonLayout): void {
    if (text.peek() !== undefined) throw inRow(endOfText, this.#rows + 1);
    if (isArray && !this.#isClosed) throw new FileFault("it ends inside its array");
  }

  #next(text: JsonText, layout: JsonLayout): boolean {
    const from = text.position;
    const byte = text.peek();
    if (byte === undefined) return false;
    if (this.#isClosed) throw new FileFault("it continues after the end of its array");
    if (layout.isArray) {
      if (byte === 0x5d) {
        this.#isClosed = true;
        text.position++;
        return true;
      }
      if (this.#rows > 0) text.expect(0x2c);
    } else if (this.#rows > 0 && !text.bytes.subarray(from, text.position).includes(0x0a)) {
      layout.isOnePerLine = false;
    }
    text.peek();
    const start = text.position;
    this.#row(text);
    this.#rows++;
    layout.longestRow = Math.max(layout.longestRow, text.position - start);
    if (layout.isOnePerLine && !layout.isArray && text.bytes.subarray(start, text.position).includes(0x0a))
      layout.isOnePerLine = false;
    return true;
  }
}

function inRow(error: unknown, row: number): unknown {
  return error instanceof FileFault ? new FileFault(`${error.message} (record ${row})`) : error;
}
