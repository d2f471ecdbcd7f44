import type { CsvFormat } from "./csv-format.js";

/** A record of a CSV file: a line, or several if line ends are quoted. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Whether each cell was in quotes. */
  readonly quoted: readonly boolean[];
  /** Number of the line at which it begins, from 0. */
  readonly line: number;
  /** Number of cells with a quote where none can be; such cells are kept as they are written. */
  readonly oddQuotes: number;
}

/** Returns whether a record is an empty line. */
export function isEmptyLine({ cells, quoted }: CsvRecord): boolean {
  return cells.length === 1 && cells[0] === "" && quoted[0] === false;
}

/** Reads the records of a CSV file from pieces of its text. It keeps every character that is not part of the format. */
export class RecordReader {
  readonly #format: CsvFormat;
  /** Matches the end of a cell without quotes. */
  readonly #end: RegExp;
  #text = "";
  #at = 0;
  #line = 0;
  #isLast = false;

  /** @param format - The format */
  constructor(format: CsvFormat) {
    this.#format = format;
    this.#end = new RegExp(String.raw`[\r\n${escaped(format.delimiter)}]`, "g");
  }

  /**
   * Reads the records that a piece of text completes.
   *
   * @param piece - The text after that of the last call
   * @returns The records
   */
  *read(piece: string): Generator<CsvRecord> {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    for (let record = this.#next(); record !== undefined; record = this.#next()) yield record;
  }

  /**
   * Reads the record at the end of the text, which has no line end.
   *
   * @returns The record; nothing when the text ends with a line end or within quotes, see {@link RecordReader.openLine}
   */
  *finish(): Generator<CsvRecord> {
    this.#isLast = true;
    yield* this.read("");
  }

  /** Number of the line, from 0, at which a record begins that ends within quotes; `undefined` after any other. */
  get openLine(): number | undefined {
    return this.#isLast && this.#at < this.#text.length ? this.#line : undefined;
  }

  /** Returns the next record; `undefined` when the text ends before it does. */
  #next(): CsvRecord | undefined {
    const { delimiter } = this.#format;
    const text = this.#text;
    if (this.#at >= text.length) return undefined;
    const cells: string[] = [];
    const quoted: boolean[] = [];
    const counts = { oddQuotes: 0, lines: 0 };
    for (let at = this.#at; ; at++) {
      const cell = this.#cell(at, counts);
      if (cell === undefined) return undefined;
      cells.push(cell.text);
      quoted.push(cell.isQuoted);
      at = cell.end;
      if (text[at] === delimiter) continue;
      // A line feed may follow in the next piece.
      if (text[at] === "\r" && at + 1 === text.length && !this.#isLast) return undefined;
      const record = { cells, quoted, line: this.#line, oddQuotes: counts.oddQuotes };
      this.#at = at + (text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1);
      this.#line += 1 + counts.lines;
      return record;
    }
  }

  /** Returns the cell at a position, and the position of its end; `undefined` when the text ends before it does. */
  #cell(from: number, counts: { oddQuotes: number; lines: number }) {
    const text = this.#text;
    let start = from;
    if (this.#format.isPadded === true) while (text[start] === " ") start++;
    const { quote } = this.#format;
    if (quote !== "" && text[start] === quote) {
      const found = this.#quotedCell(start + 1);
      if (found === undefined) return undefined;
      if (found.isClosed) {
        counts.lines += linesIn(found.text);
        return { text: found.text, isQuoted: true, end: found.end };
      }
      counts.oddQuotes++;
      // Up to its second quote, the cell may contain delimiters.
      const end = this.#plainEnd(found.end);
      if (end === undefined) return undefined;
      const whole = text.slice(start, end);
      counts.lines += linesIn(whole);
      return { text: whole, isQuoted: false, end };
    }
    const end = this.#plainEnd(start);
    if (end === undefined) return undefined;
    const plain = text.slice(start, end);
    if (quote !== "" && plain.includes(quote)) counts.oddQuotes++;
    return { text: plain, isQuoted: false, end };
  }

  #plainEnd(start: number): number | undefined {
    this.#end.lastIndex = start;
    const found = this.#end.exec(this.#text);
    if (found !== null) return found.index;
    return this.#isLast ? this.#text.length : undefined;
  }

  /** Returns the text of a cell up to its closing quote, and whether the cell ends there. */
  #quotedCell(start: number) {
    const text = this.#text;
    const { quote, escape, delimiter } = this.#format;
    let value = "";
    for (let [from, at] = [start, start]; ; ) {
      at = this.#nextOf(quote, escape, at);
      if (at === -1) return undefined;
      const next = text[at + 1];
      if (next === undefined && !this.#isLast) return undefined;
      const isEscape = text[at] === escape && (next === quote || (escape !== quote && next === escape));
      if (isEscape) {
        value += text.slice(from, at) + (next ?? "");
        at += 2;
        from = at;
        continue;
      }
      if (text[at] !== quote) {
        at++;
        continue;
      }
      const isClosed = next === undefined || next === delimiter || next === "\n" || next === "\r";
      return { text: value + text.slice(from, at), isClosed, end: at + 1 };
    }
  }

  /** Returns the position of the next quote or escape; -1 if no quote follows. */
  #nextOf(quote: string, escape: string, from: number): number {
    const at = this.#text.indexOf(quote, from);
    if (escape === "" || escape === quote) return at;
    const other = this.#text.indexOf(escape, from);
    return other === -1 || at < other ? at : other;
  }
}

/** Returns the number of line ends in a text. */
function linesIn(text: string): number {
  return text.includes("\n") || text.includes("\r") ? text.split(/\r\n|\n|\r/).length - 1 : 0;
}

function escaped(character: string): string {
  return character.replace(/[\\\]^-]/, String.raw`\$&`);
}

/**
 * Reads the first records of a text.
 *
 * @param text - The text, without a byte order mark
 * @param format - The format
 * @param options - Whether the text is the whole file, and the maximum number of records
 * @returns The records; one that the end of the text cuts is only part of them if the text is the whole file
 */
export function readRecords(
  text: string,
  format: CsvFormat,
  { isAll, max }: { readonly isAll: boolean; readonly max: number },
): readonly CsvRecord[] {
  const reader = new RecordReader(format);
  const records: CsvRecord[] = [];
  for (const record of reader.read(text)) if (records.push(record) === max) return records;
  if (isAll) records.push(...reader.finish());
  return records;
}
