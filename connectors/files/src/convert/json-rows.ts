import { FileFault } from "./file-fault.js";
import { endOfText, JsonText } from "./json-values.js";

/** Maximum bytes of a row. The engine does not read longer ones. */
const maxRowBytes = 64 * 2 ** 20;

/** Layout of the rows of a JSON file. */
export interface JsonLayout {
  readonly isArray: boolean;
  /** Whether the array is a member of an object. */
  readonly isInside: boolean;
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
  /** Names of the members that lead to the array with the rows. Default: the file has the rows itself. */
  readonly list?: readonly string[] | undefined;
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
  options: JsonRowsOptions,
): Promise<JsonLayout> {
  const { sampleBytes } = options;
  const reader = new RowReader(options);
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
    layout ??= reader.begin(text);
    if (layout !== undefined) reader.read(text, layout);
    const left = text.bytes.subarray(text.position);
    pending = [left];
    pendingBytes = left.length;
    // An incomplete row is read again from its start. To keep this cheap, it waits until there is twice as much data.
    neededBytes = left.length * 2;
    // Without a row, the sample would look like a file that has none.
    if (sampleBytes !== undefined && readBytes >= sampleBytes && reader.hasRows && layout !== undefined)
      return layout;
  }
  // White space marks the end of a number at the end of the file.
  const text = new JsonText(Buffer.concat([...pending, Buffer.from(" ")]), 0);
  layout ??= reader.begin(text);
  if (layout === undefined) throw endOfText;
  reader.read(text, layout);
  reader.end(text, layout);
  return layout;
}

class RowReader {
  readonly #options: JsonRowsOptions;
  #rows = 0;
  #isClosed = false;
  /** Names of the members around the array whose objects have not ended yet. */
  readonly #around: string[] = [];

  constructor(options: JsonRowsOptions) {
    this.#options = options;
  }

  get hasRows(): boolean {
    return this.#rows > 0;
  }

  /** Moves to the first row. Returns `undefined` when the text ends before it. */
  begin(text: JsonText): JsonLayout | undefined {
    const { mayBeArray, list } = this.#options;
    const hasByteOrderMark = text.bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
    if (hasByteOrderMark) text.position = 3;
    if (list !== undefined) {
      if (!this.#enter(text, list)) return undefined;
      return { isArray: true, isInside: true, hasByteOrderMark, isOnePerLine: true, longestRow: 0 };
    }
    const isArray = mayBeArray && text.peek() === 0x5b;
    if (isArray) text.position++;
    return { isInside: false, isArray, hasByteOrderMark, isOnePerLine: true, longestRow: 0 };
  }

  /** Moves past the start of an array inside of objects. Returns whether the text has it. */
  #enter(text: JsonText, list: readonly string[]): boolean {
    try {
      for (const name of list) seekMember(text, name);
      if (text.peek() !== undefined && text.peek() !== 0x5b)
        throw new FileFault(`the member "${list.join(".")}" is not a list`, statedAdvice);
      text.expect(0x5b);
    } catch (error) {
      if (error !== endOfText) throw error;
      text.position = 0;
      return false;
    }
    this.#around.push(...list);
    return true;
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
    if (isArray && (!this.#isClosed || this.#around.length > 0))
      throw new FileFault("it ends inside its array");
  }

  /** Moves past a member after the array, or past the end of the object around it. */
  #leave(text: JsonText): boolean {
    const name = this.#around.at(-1);
    if (name === undefined) throw new FileFault("it continues after the end of its array");
    if (text.peek() === 0x7d) {
      text.position++;
      this.#around.pop();
      return true;
    }
    text.expect(0x2c);
    if (text.name() === name) throw new FileFault(`an object has the member "${name}" twice`);
    text.value();
    return true;
  }

  #next(text: JsonText, layout: JsonLayout): boolean {
    const from = text.position;
    const byte = text.peek();
    if (byte === undefined) return false;
    if (this.#isClosed) return this.#leave(text);
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
    this.#options.row(text);
    this.#rows++;
    layout.longestRow = Math.max(layout.longestRow, text.position - start);
    if (layout.isOnePerLine && !layout.isArray && text.bytes.subarray(start, text.position).includes(0x0a))
      layout.isOnePerLine = false;
    return true;
  }
}

/** Moves to the value of a member of an object. */
function seekMember(text: JsonText, name: string): void {
  if (text.peek() !== undefined && text.peek() !== 0x7b)
    throw new FileFault(`there is no object with the member "${name}"`, statedAdvice);
  text.expect(0x7b);
  while (text.name() !== name) {
    text.value();
    if (text.peek() === 0x7d) throw new FileFault(`there is no member "${name}"`, statedAdvice);
    text.expect(0x2c);
  }
}

const statedAdvice = "Correct the setting `rows`.";

function inRow(error: unknown, row: number): unknown {
  return error instanceof FileFault ? new FileFault(`${error.message} (record ${row})`) : error;
}
