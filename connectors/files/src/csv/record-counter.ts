import type { CsvFormat } from "./csv-format.js";

/** What a counter has seen. */
export interface RecordCounts {
  /** Number of records, without empty lines. */
  readonly records: number;
  /** Number of empty lines. */
  readonly emptyLines: number;
  /** Number of records by their number of cells. Empty lines are not counted. */
  readonly widths: ReadonlyMap<number, number>;
  /** Number of cells with a quote where none can be. */
  readonly oddQuotes: number;
  /** Number of cells in quotes. */
  readonly quotedCells: number;
  /** Number of backslashes or other escapes that escape nothing. */
  readonly oddEscapes: number;
  /** Line ends that were seen outside of quotes: `\n`, `\r\n`, `\r`. */
  readonly lineEnds: ReadonlySet<string>;
  /** Number of bytes of the longest record. */
  readonly longest: number;
  readonly hasNul: boolean;
  /** Whether the last record has no line end. */
  readonly isUnended: boolean;
  /** Number of cells of the last record. */
  readonly lastWidth: number;
  /** Number of the line, from 1, at which quotes open that never close; `undefined` when all close. */
  readonly openLine: number | undefined;
}

const plain = 0;
const delimiterByte = 1;
const quoteByte = 2;
const escapeByte = 3;
const lineFeed = 4;
const carriageReturn = 5;
const nul = 6;
const padding = 7;

/** The states between two bytes. */
const states = { cellStart: 0, inCell: 1, inQuotes: 2, afterQuote: 3, afterEscape: 4 } as const;

/**
 * Counts the records and cells of a CSV file from its bytes. It shares nothing with the readers, so that it shows whether
 * one of them has lost, added or divided a record.
 */
export class RecordCounter {
  readonly #kinds = new Uint8Array(256);
  readonly #widths = new Map<number, number>();
  readonly #lineEnds = new Set<string>();
  #state: number = states.cellStart;
  #cells = 1;
  #isEmpty = true;
  #afterReturn = false;
  #records = 0;
  #emptyLines = 0;
  #oddQuotes = 0;
  #quotedCells = 0;
  #isOdd = false;
  #oddEscapes = 0;
  #longest = 0;
  #hasNul = false;
  #position = 0;
  #recordStart = 0;
  #lastWidth = 0;
  #line = 1;
  #openedAt = 1;
  #linesToSkip: number;
  /** Whether two quotes within quotes stand for one. */
  readonly #isDoubled: boolean;

  /**
   * @param format - The format; its characters are of ASCII
   * @param skippedLines - Number of lines before the first record
   */
  constructor({ delimiter, quote, escape, isPadded = false }: CsvFormat, skippedLines: number) {
    this.#linesToSkip = skippedLines;
    this.#isDoubled = escape === quote;
    this.#kinds[0] = nul;
    this.#kinds[0x0a] = lineFeed;
    this.#kinds[0x0d] = carriageReturn;
    if (isPadded) this.#kinds[0x20] = padding;
    if (escape !== "") this.#kinds[escape.charCodeAt(0)] = escapeByte;
    if (quote !== "") this.#kinds[quote.charCodeAt(0)] = quoteByte;
    this.#kinds[delimiter.charCodeAt(0)] = delimiterByte;
  }

  /**
   * Counts the records of the next bytes.
   *
   * @param bytes - The bytes after those of the last call
   */
  add(bytes: Uint8Array): void {
    let at = this.#position === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    if (at > 0) this.#recordStart = 3;
    at = this.#skipLines(bytes, at);
    const kinds = this.#kinds;
    for (; at < bytes.length; at++) {
      const kind = kinds[bytes[at] ?? 0] ?? plain;
      if (kind === plain) {
        if (this.#state === states.inCell || this.#state === states.inQuotes) continue;
        this.#plainByte();
      } else this.#byte(kind, at);
    }
    this.#position += bytes.length;
  }

  /** Skips the lines before the first record. Returns the position after them. */
  #skipLines(bytes: Uint8Array, start: number): number {
    let at = start;
    for (; this.#linesToSkip > 0 && at < bytes.length; at++) {
      const isReturn = bytes[at] === 0x0d;
      if (!isReturn && bytes[at] !== 0x0a) continue;
      if (!isReturn && this.#afterReturn) {
        this.#afterReturn = false;
        continue;
      }
      this.#afterReturn = isReturn;
      this.#line++;
      if (--this.#linesToSkip === 0) this.#recordStart = this.#position + at + 1;
    }
    return at;
  }

  #plainByte(): void {
    this.#noteReturn();
    this.#isEmpty = false;
    if (this.#state === states.afterQuote) this.#noteOddQuote();
    if (this.#state === states.afterEscape) {
      this.#oddEscapes++;
      this.#state = states.inQuotes;
    } else this.#state = states.inCell;
  }

  #byte(kind: number, at: number): void {
    const state = this.#state;
    if (kind === padding && state === states.cellStart) this.#noteReturn();
    else if (kind === nul) {
      this.#hasNul = true;
      this.#plainByteInside();
    } else if (state === states.inQuotes || state === states.afterEscape) this.#quotedByte(kind);
    else if (kind === lineFeed || kind === carriageReturn) this.#endLine(kind, at);
    else if (kind === delimiterByte) {
      this.#endCell();
      this.#cells++;
      this.#isEmpty = false;
      this.#noteReturn();
    } else if (kind === quoteByte) this.#openOrClose();
    else this.#plainByteInside();
  }

  /** Counts a byte that has no meaning where it is. */
  #plainByteInside(): void {
    if (this.#state === states.inCell || this.#state === states.inQuotes) return;
    this.#plainByte();
  }

  #quotedByte(kind: number): void {
    if (this.#state === states.afterEscape) {
      if (kind !== quoteByte && kind !== escapeByte) this.#oddEscapes++;
      this.#state = states.inQuotes;
    } else if (kind === quoteByte) this.#state = states.afterQuote;
    else if (kind === escapeByte) this.#state = states.afterEscape;
    if (kind === lineFeed) this.#line++;
  }

  #openOrClose(): void {
    this.#noteReturn();
    this.#isEmpty = false;
    if (this.#state === states.cellStart) {
      this.#state = states.inQuotes;
      this.#openedAt = this.#line;
    } else if (this.#state === states.afterQuote && this.#isDoubled) {
      this.#state = states.inQuotes;
    } else {
      this.#noteOddQuote();
      this.#state = states.inCell;
    }
  }

  /** Counts a cell once, however many quotes it has. */
  #noteOddQuote(): void {
    if (!this.#isOdd) this.#oddQuotes++;
    this.#isOdd = true;
  }

  #endCell(): void {
    if (this.#state === states.afterQuote) this.#quotedCells++;
    this.#state = states.cellStart;
    this.#isOdd = false;
  }

  #endLine(kind: number, at: number): void {
    if (kind === lineFeed && this.#afterReturn) {
      this.#afterReturn = false;
      this.#lineEnds.add("\r\n");
      this.#recordStart++;
      return;
    }
    this.#noteReturn();
    if (kind === lineFeed) this.#lineEnds.add("\n");
    this.#afterReturn = kind === carriageReturn;
    this.#line++;
    this.#endRecord(this.#position + at + 1);
  }

  /** Notes that a carriage return was a line end of its own, because no line feed followed. */
  #noteReturn(): void {
    if (this.#afterReturn) this.#lineEnds.add("\r");
    this.#afterReturn = false;
  }

  #endRecord(end: number): void {
    this.#endCell();
    if (this.#isEmpty) this.#emptyLines++;
    else {
      this.#records++;
      this.#lastWidth = this.#cells;
      this.#widths.set(this.#cells, (this.#widths.get(this.#cells) ?? 0) + 1);
    }
    this.#longest = Math.max(this.#longest, end - this.#recordStart);
    this.#recordStart = end;
    this.#cells = 1;
    this.#isEmpty = true;
  }

  /** @returns What was counted, after the last byte */
  finish(): RecordCounts {
    const isOpen = this.#state === states.inQuotes || this.#state === states.afterEscape;
    const isUnended = !this.#isEmpty;
    if (isUnended && !isOpen) this.#endRecord(this.#position);
    this.#noteReturn();
    return {
      records: this.#records,
      emptyLines: this.#emptyLines,
      widths: this.#widths,
      oddQuotes: this.#oddQuotes,
      quotedCells: this.#quotedCells,
      oddEscapes: this.#oddEscapes,
      lineEnds: this.#lineEnds,
      longest: this.#longest,
      hasNul: this.#hasNul,
      isUnended,
      lastWidth: this.#lastWidth,
      openLine: isOpen ? this.#openedAt : undefined,
    };
  }
}
