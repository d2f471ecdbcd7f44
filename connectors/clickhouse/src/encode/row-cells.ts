import type { Buffer } from "node:buffer";
import {
  ByteWriter,
  endOfPlainJson,
  escapeFormulas,
  RowBuilder,
  unescapeJson,
  type ValueWriter,
  widestByte,
  widestFrame,
  writeCsvText,
  writeJsonText,
} from "@wellhead/rows";
import { type RowEncoding, upstreamInvalid } from "@wellhead/sdk";

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];
/** The first letter of `null`. No other JSON literal begins with it. */
const letterOfNull = 0x6e;
const lengthOfNull = 4;
const bufferSize = 256 * 1024;

/** Writes rows of the server, which are JSON objects, with other names or as CSV. */
export class RowCells {
  readonly #rows: RowBuilder;
  readonly #isCsv: boolean;
  readonly #columns: number;
  /** Lengths of the names in the server's rows, each with its quotes and its colon. */
  readonly #nameLengths: number[] = [];
  /** Buffer for unescaped text. */
  readonly #plain = new ByteWriter(1024);
  readonly #writeText: ValueWriter;

  /**
   * @param names - Names of the columns, in the order of the members
   * @param encoding - Format of the rows
   */
  constructor(names: readonly string[], encoding: RowEncoding) {
    this.#rows = new RowBuilder({ names, format: encoding, size: bufferSize });
    this.#isCsv = encoding.format === "csv";
    this.#columns = names.length;
    this.#writeText =
      encoding.formulaEscape === true
        ? escapeFormulas({ json: writeJsonText, csv: writeCsvText })
        : writeCsvText;
  }

  /**
   * Writes one row.
   *
   * @param source - Bytes that contain it
   * @param start - Index of its opening brace
   * @param end - Index after its closing brace
   * @throws ConnectorError `upstream_invalid` when it has other columns than the server has announced
   */
  write(source: Buffer, start: number, end: number): void {
    const { target } = this.#rows;
    target.read(source);
    this.#rows.begin((end - start) * 2);
    let column = 0;
    let at = start + 1;
    while (source[at] === quote && column < this.#columns) {
      at = this.#endOfName(column, at);
      if (source[at - 1] !== colon) break;
      at = this.#cell(column, at);
      column += 1;
      if (source[at] === comma) at += 1;
    }
    if (column !== this.#columns || at !== end - 1) throw misshapen(this.#columns);
    this.#rows.end();
  }

  /**
   * Returns the rows since the last call.
   *
   * @returns The rows, joined by the separator
   */
  take(): { readonly bytes: Buffer; readonly rows: number } {
    return this.#rows.take();
  }

  /** Returns the index after the colon of a name. Each name is as long as in the first row. */
  #endOfName(column: number, start: number): number {
    const { target } = this.#rows;
    const length = this.#nameLengths[column];
    if (length !== undefined && target.source[start + length - 2] === quote) return start + length;
    const end = endOfString(target, start) + 1;
    this.#nameLengths[column] = end - start;
    return end;
  }

  /** Writes one cell and returns the index where it ends. */
  #cell(column: number, start: number): number {
    const { target } = this.#rows;
    const { source } = target;
    const first = source[start];
    if (first === letterOfNull) {
      this.#rows.empty(column);
      return start + lengthOfNull;
    }
    this.#rows.before(column);
    const isNested = first === openObject || first === openList;
    if (first === quote && this.#isCsv) return this.#text(start + 1);
    const end = endOfValue(target, start);
    target.reserve((end - start) * widestByte + widestFrame);
    if (isNested && this.#isCsv) this.#writeText(target, start, end);
    else target.copy(start, end);
    return end;
  }

  /** Writes a cell of text and returns the index after its closing quote. */
  #text(start: number): number {
    const { target } = this.#rows;
    let end = endOfPlainJson(target, start);
    if (target.source[end] === quote) {
      target.reserve((end - start) * widestByte + widestFrame);
      this.#writeText(target, start, end);
      return end + 1;
    }
    end = endOfString(target, start - 1) - 1;
    const plain = this.#plain;
    plain.length = 0;
    plain.read(target.source);
    plain.reserve(end - start);
    unescapeJson(plain, start, end);
    target.reserve(plain.length * widestByte + widestFrame);
    target.from(plain, this.#writeText);
    return end + 1;
  }
}

/** Finds the end of a JSON value: of a string, of nested brackets, or of a number or word. */
function endOfValue(target: ByteWriter, start: number): number {
  const { source } = target;
  const first = source[start];
  if (first === quote) return endOfString(target, start);
  if (first !== openObject && first !== openList) {
    let end = start;
    while (end < source.length && source[end] !== comma && source[end] !== closeObject) end += 1;
    return end;
  }
  let depth = 0;
  for (let index = start; index < source.length; index += 1) {
    const byte = source[index];
    if (byte === quote) index = endOfString(target, index) - 1;
    else if (byte === openObject || byte === openList) depth += 1;
    else if (byte === closeObject || byte === closeList) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return source.length;
}

/** Returns the index after the closing quote of a string that begins at an index. */
function endOfString(target: ByteWriter, start: number): number {
  let at = endOfPlainJson(target, start + 1);
  while (target.source[at] === backslash) at = endOfPlainJson(target, at + 2);
  return at + 1;
}

function misshapen(columns: number): Error {
  return upstreamInvalid(
    `Could not read a row: expected ${columns} column${columns === 1 ? "" : "s"}, got another number. The table has changed; try again.`,
  );
}
