import type { Buffer } from "node:buffer";
import {
  ByteWriter,
  endOfJsonString,
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

const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];
/** The first letter of `null`. No other JSON literal begins with it. */
const letterOfNull = 0x6e;
const bufferSize = 256 * 1024;

/** Writes rows of the server, which are JSON objects, with other names or as CSV. */
export class RowCells {
  readonly #rows: RowBuilder;
  readonly #isCsv: boolean;
  readonly #columns: number;
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
      at = endOfJsonString(source, at + 1) + 1;
      if (source[at] !== colon) break;
      at = this.#cell(column, at + 1);
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

  /** Writes one cell and returns the index where it ends. */
  #cell(column: number, start: number): number {
    const { target } = this.#rows;
    const { source } = target;
    const end = endOfValue(source, start);
    if (source[start] === letterOfNull) {
      this.#rows.empty(column);
      return end;
    }
    this.#rows.before(column);
    target.reserve((end - start) * widestByte + widestFrame);
    if (!this.#isCsv) target.copy(start, end);
    else if (source[start] === quote) this.#text(start + 1, end - 1);
    else if (source[start] === openObject || source[start] === openList) this.#writeText(target, start, end);
    else target.copy(start, end);
    return end;
  }

  #text(start: number, end: number): void {
    const { target } = this.#rows;
    if (endOfPlainJson(target, start) === end) return this.#writeText(target, start, end);
    const plain = this.#plain;
    plain.length = 0;
    plain.source = target.source;
    plain.reserve(end - start);
    unescapeJson(plain, start, end);
    target.reserve(plain.length * widestByte + widestFrame);
    target.from(plain, this.#writeText);
  }
}

/** Finds the end of a JSON value: of a string, of nested brackets, or of a number or word. */
function endOfValue(source: Buffer, start: number): number {
  const first = source[start];
  if (first === quote) return endOfJsonString(source, start + 1) + 1;
  let depth = 0;
  for (let index = start; index < source.length; index += 1) {
    const byte = source[index];
    if (byte === quote) index = endOfJsonString(source, index + 1);
    else if (byte === openObject || byte === openList) depth += 1;
    else if (byte === closeObject || byte === closeList) {
      if (depth === 0) return index;
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (byte === comma && depth === 0) return index;
  }
  return source.length;
}

function misshapen(columns: number): Error {
  return upstreamInvalid(
    `Could not read a row: expected ${columns} column${columns === 1 ? "" : "s"}, got another number. The table has changed; try again.`,
  );
}
