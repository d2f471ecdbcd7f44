import type { Column } from "../describe/application.js";
import { PendingText } from "../json/pending-text.js";
import { type CsvHeader, readCsvHeader } from "./csv-header.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { maxRowLength, type RowSplitter } from "./row-splitter.js";

/** A cell of CSV; `undefined` is an empty one without quotes. */
type Cell = string | undefined;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Splits CSV with a header into rows of JSON. Cells of `number` and `bool` columns become numbers and booleans if
 * possible. Every other cell stays text, and an empty cell without quotes is `null`.
 *
 * @see RFC 4180; a semicolon, a tab and a bar are understood as delimiters too
 */
export class CsvSplitter implements RowSplitter {
  readonly endsItself = false;
  readonly #types: ReadonlyMap<string, string>;
  #names: readonly string[] | undefined;
  #separator = /[,\r\n]/g;
  /** The header, until it is complete. */
  #header = "";
  #cells: Cell[] = [];
  /** The start of a cell that has not arrived completely. */
  readonly #cell = new PendingText();
  /** Length of the record so far. */
  #length = 0;
  #isQuoted = false;
  #inQuotes = false;
  /** Whether the last character was a quote inside quotes. It ends them unless another quote follows. */
  #afterQuote = false;
  #afterReturn = false;
  #records = 0;

  /** @param columns - Columns of the source as far as they are known */
  constructor(columns: readonly Column[]) {
    this.#types = new Map(columns.map(({ id, type }) => [id, type]));
  }

  push(text: string, rows: string[]): void {
    if (this.#names !== undefined) return this.#read(text, rows);
    // Blank lines before the header are layout.
    this.#header = (this.#header + text).replace(/^[\r\n]+/, "");
    const header = readCsvHeader(this.#header, false);
    if (header !== undefined) return this.#begin(header, rows);
    if (this.#header.length > maxRowLength) throw tooLong();
    return undefined;
  }

  end(rows: string[]): void {
    if (this.#names === undefined && this.#header.trim() === "") {
      throw new IncompleteRowsError("cut", "expected rows, got nothing");
    }
    const header = this.#names === undefined ? readCsvHeader(this.#header, true) : undefined;
    if (header !== undefined) this.#begin(header, rows);
    if (this.#inQuotes) throw new IncompleteRowsError("cut", "the stream ended inside a quoted cell");
    if (this.#cells.length > 0 || this.#cell.length > 0 || this.#isQuoted) this.#endRecord(rows);
  }

  #begin({ delimiter }: CsvHeader, rows: string[]): void {
    this.#separator = new RegExp(`[${delimiter}\\r\\n]`, "g");
    this.#names = [];
    const text = this.#header;
    this.#header = "";
    this.#read(text, rows);
  }

  #read(text: string, rows: string[]): void {
    let position = 0;
    while (position < text.length) position = this.#readOn(text, position, rows);
    if (this.#length > maxRowLength) throw tooLong();
  }

  /** Reads up to the next special character, and returns the index after it. */
  #readOn(text: string, from: number, rows: string[]): number {
    const isQuote = text[from] === '"';
    if (this.#inQuotes) return this.#readQuoted(text, from);
    if (this.#afterQuote) {
      this.#afterQuote = false;
      if (isQuote) {
        this.#keep('"');
        this.#inQuotes = true;
        return from + 1;
      }
    }
    if (this.#afterReturn) {
      this.#afterReturn = false;
      if (text[from] === "\n") return from + 1;
    }
    if (isQuote && this.#cell.length === 0 && !this.#isQuoted) {
      this.#isQuoted = true;
      this.#inQuotes = true;
      return from + 1;
    }
    this.#separator.lastIndex = from;
    const separator = this.#separator.exec(text);
    const end = separator?.index ?? text.length;
    this.#keep(text.slice(from, end));
    if (separator === null) return end;
    if (separator[0] === "\r" || separator[0] === "\n") {
      this.#afterReturn = separator[0] === "\r";
      this.#endRecord(rows);
    } else this.#endCell();
    return end + 1;
  }

  #readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    this.#keep(text.slice(from, quote === -1 ? text.length : quote));
    if (quote === -1) return text.length;
    this.#inQuotes = false;
    this.#afterQuote = true;
    return quote + 1;
  }

  #keep(piece: string): void {
    this.#cell.add(piece);
    this.#length += piece.length;
  }

  #endCell(): void {
    const text = this.#cell.take();
    this.#cells.push(text === "" && !this.#isQuoted ? undefined : text);
    this.#isQuoted = false;
    this.#afterQuote = false;
  }

  #endRecord(rows: string[]): void {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    this.#length = 0;
    const names = this.#names ?? [];
    if (names.length === 0) {
      this.#names = uniqueNames(cells);
      return;
    }
    // A blank line is ignored, unless there is one column: then it is an empty cell.
    if (names.length > 1 && cells.length === 1 && cells[0] === undefined) return;
    this.#records += 1;
    if (cells.slice(names.length).some((cell) => cell !== undefined)) {
      throw new IncompleteRowsError(
        "cut",
        `row ${this.#records} of the CSV has ${cells.length} cells, expected ${names.length} as in the header`,
      );
    }
    const members = names.map((name, index) => `${JSON.stringify(name)}:${this.#write(name, cells[index])}`);
    rows.push(`{${members.join(",")}}`);
  }

  #write(name: string, cell: Cell): string {
    if (cell === undefined) return "null";
    const type = this.#types.get(name);
    if (type === "number" && jsonNumber.test(cell)) return cell;
    if (type === "bool" && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase();
    return JSON.stringify(cell);
  }
}

function uniqueNames(cells: readonly Cell[]): readonly string[] {
  const names = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = cell?.trim() || `column_${index + 1}`;
    let unique = name;
    for (let count = 2; names.has(unique); count += 1) unique = `${name}_${count}`;
    names.add(unique);
  }
  return [...names];
}

function tooLong(): IncompleteRowsError {
  return new IncompleteRowsError("cut", `a row is longer than ${maxRowLength} characters`);
}
