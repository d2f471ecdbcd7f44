import type { Buffer } from "node:buffer";
import {
  ByteWriter,
  endOfJsonString,
  endOfPlainJson,
  escapeFormulas,
  inQuotes,
  quoteIfEmpty,
  RowBuilder,
  spareBuffers,
  unescapeJson,
  type ValueWriter,
  widestByte,
  widestFrame,
  writeAscii,
  writeCheckedJson,
  writeCsvText,
  writeHexAsBase64,
  writeJsonText,
} from "@wellhead/rows";
import type { RowEncoding } from "@wellhead/sdk";
import { endOfNumber, shortestReal, useLetter } from "./finish-json.js";
import { marks } from "./marks.js";
import type { RowColumn } from "./row-sql.js";

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5d;
/** The first letter of `null`. No other JSON literal begins with it. */
const letterOfNull = 0x6e;

/** Initial buffer size in bytes. A page of rows rarely needs more. */
const bufferSize = 256 * 1024;

/** Converts rows of JSON cells to lines of CSV. */
export class CsvWriter {
  readonly #rows: RowBuilder;
  /** Buffer for unescaped text. */
  readonly #plain = new ByteWriter(1024);
  readonly #texts: readonly ValueWriter[];
  readonly #writeBytes: ValueWriter;
  #last: Buffer | undefined;

  /**
   * Creates a writer.
   *
   * @param columns - Columns in the order of the cells
   * @param encoding - The separator, and whether formulas are escaped
   */
  constructor(columns: readonly RowColumn[], encoding: RowEncoding) {
    const escapes = encoding.formulaEscape === true;
    const bytes = quoteIfEmpty(writeHexAsBase64);
    this.#rows = new RowBuilder({
      names: columns.map(({ name }) => name),
      format: encoding,
      size: bufferSize,
    });
    this.#texts = columns.map(({ kind }) => {
      if (!escapes) return writeCsvText;
      return escapeFormulas({ json: kind === "json" ? writeCheckedJson : writeJsonText, csv: writeCsvText });
    });
    this.#writeBytes = escapes ? escapeFormulas({ json: inQuotes(writeHexAsBase64), csv: bytes }) : bytes;
  }

  /**
   * Converts rows to CSV.
   *
   * @param rows - Rows as JSON arrays, joined by line feeds
   * @returns The lines, valid until the next call
   */
  write(rows: Buffer): Buffer {
    if (this.#last !== undefined) spareBuffers.store(this.#last.buffer);
    const { target } = this.#rows;
    target.read(rows);
    for (let at = 0; at < rows.length; at += 1) {
      this.#rows.begin(0);
      // A bracket or a comma precedes each cell; the row ends with a bracket and a line feed.
      let column = 0;
      do {
        this.#rows.before(column);
        at = this.#cell(column, at + 1);
        column += 1;
      } while (rows[at] === comma);
      this.#rows.end();
      at += 1;
    }
    this.#last = this.#rows.take().bytes;
    return this.#last;
  }

  /** Writes one cell and returns the index where it ends. */
  #cell(column: number, start: number): number {
    const { target } = this.#rows;
    const { source } = target;
    const first = source[start];
    if (first === quote) return this.#text(column, start + 1);
    if (first === marks.bytes) {
      const end = source.indexOf(marks.bytes, start + 2);
      this.#write(this.#writeBytes, start, end);
      return end + 2;
    }
    if (first === marks.plain && source[start + 1] === quote) {
      useLetter(source, start + 2);
      return this.#text(column, start + 2);
    }
    if (first === marks.plain) {
      const end = endOfNumber(source, start + 1);
      const shortest = shortestReal(source, start + 1, end);
      if (shortest === undefined) this.#write(copy, start + 1, end);
      else writeAscii(target, shortest);
      return end;
    }
    let end = start;
    while (end < source.length && source[end] !== comma && source[end] !== bracket) end += 1;
    if (first !== letterOfNull) this.#write(copy, start, end);
    return end;
  }

  /** Writes text and returns the index after its closing quote. */
  #text(column: number, start: number): number {
    const { target } = this.#rows;
    const write = this.#texts[column] ?? writeCsvText;
    const end = endOfPlainJson(target, start);
    if (target.source[end] === quote) {
      this.#write(write, start, end);
      return end + 1;
    }
    const plain = this.#plain;
    const closing = endOfJsonString(target.source, end);
    plain.length = 0;
    plain.read(target.source);
    plain.reserve(closing - start);
    unescapeJson(plain, start, closing);
    target.reserve(plain.length * widestByte + widestFrame);
    target.from(plain, write);
    return closing + 1;
  }

  #write(write: ValueWriter, start: number, end: number): void {
    const { target } = this.#rows;
    target.reserve((end - start) * widestByte + widestFrame);
    write(target, start, end);
  }
}

/** Copies digits and words. They are short, so a loop is faster than a call of the runtime. */
function copy(target: ByteWriter, start: number, end: number): void {
  const { bytes, source } = target;
  let at = target.length;
  for (let index = start; index < end; index += 1) bytes[at++] = source[index] ?? 0;
  target.length = at;
}
