import { Buffer } from "node:buffer";
import type { RowEncoding } from "@wellhead/sdk";
import { base64Of, endOfNumber, shortestReal, useLetter } from "./finish-json.js";
import { marks } from "./marks.js";

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
const backslash = 0x5c;
const apostrophe = 0x27;
const bracket = 0x5d;

/** What a character behind a backslash stands for. */
const unescaped = new Uint8Array(256);
for (const [letter, byte] of [
  ['"', 0x22],
  ["\\", 0x5c],
  ["/", 0x2f],
  ["b", 0x08],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
] as const) {
  unescaped[letter.charCodeAt(0)] = byte;
}

/** Whether a spreadsheet would run the text: it begins with `=`, `+`, `-`, `@`, a tab or CR, these two escaped. */
function isFormula(rows: Buffer, start: number): boolean {
  const byte = rows[start] ?? quote;
  if (byte !== backslash) return byte === 0x3d || byte === 0x2b || byte === 0x2d || byte === 0x40;
  return rows[start + 1] === 0x74 || rows[start + 1] === 0x72;
}

/** Writes rows of JSON cells as lines of CSV. */
export class CsvWriter {
  readonly #separator: Buffer;
  readonly #escapesFormulas: boolean;
  #to = Buffer.alloc(0);
  #at = 0;

  /** @param encoding - What stands between two rows, and whether text that begins like a formula is made plain */
  constructor({ separator, formulaEscape = false }: RowEncoding) {
    this.#separator = Buffer.from(separator);
    this.#escapesFormulas = formulaEscape;
  }

  /**
   * Writes rows of CSV.
   *
   * @param rows - Rows as JSON arrays, joined by line feeds
   * @returns The lines
   */
  write(rows: Buffer): Buffer {
    // A line end grows at most to the separator, a short blob by its quotes; text never grows.
    this.#to = Buffer.allocUnsafeSlow(rows.length * 2 + 16);
    this.#at = 0;
    for (let from = 0; from < rows.length; from += 1) {
      if (from > 0) this.#at += this.#separator.copy(this.#to, this.#at);
      const line = this.#at;
      // Each cell is preceded by a bracket or a comma; the row ends with a bracket and a line feed.
      do {
        if (rows[from] === comma) this.#put(comma);
        from = this.#cell(rows, from + 1);
      } while (rows[from] === comma);
      this.#endLine(line);
      from += 1;
    }
    return this.#to.subarray(0, this.#at);
  }

  /** Writes one cell and answers where it ends. */
  #cell(rows: Buffer, from: number): number {
    const first = rows[from];
    if (first === quote) return this.#text(rows, from + 1);
    if (first === marks.bytes) {
      const end = rows.indexOf(marks.bytes, from + 2);
      const text = base64Of(rows, from + 2, end);
      if (this.#escapesFormulas && text.startsWith("+")) this.#put(apostrophe);
      this.#at += this.#to.write(text === "" ? '""' : text, this.#at, "latin1");
      return end + 2;
    }
    if (first === marks.plain && rows[from + 1] === quote) {
      useLetter(rows, from + 2);
      return this.#text(rows, from + 2);
    }
    if (first === marks.plain) {
      const end = endOfNumber(rows, from + 1);
      const shortest = shortestReal(rows, from + 1, end);
      if (shortest === undefined) this.#copy(rows, from + 1, end);
      else this.#at += this.#to.write(shortest, this.#at, "latin1");
      return end;
    }
    let end = from;
    while (end < rows.length && rows[end] !== comma && rows[end] !== bracket) end += 1;
    // The only word beginning with n is null, which is an empty cell.
    if (first !== 0x6e) this.#copy(rows, from, end);
    return end;
  }

  /** An empty line would be read as no row at all. */
  #endLine(start: number): void {
    if (this.#at > start) return;
    this.#put(quote);
    this.#put(quote);
  }

  #text(rows: Buffer, start: number): number {
    const to = this.#to;
    let at = this.#at;
    let from = start;
    if (this.#escapesFormulas && isFormula(rows, start)) to[at++] = apostrophe;
    for (;;) {
      const byte = rows[from] ?? quote;
      if (byte === quote) break;
      if (byte === comma || byte === backslash) return this.#quotedText(rows, start);
      to[at++] = byte;
      from += 1;
    }
    if (from === start) {
      to[at++] = quote;
      to[at++] = quote;
    }
    this.#at = at;
    return from + 1;
  }

  /** Text with a comma or something that JSON escapes: begun anew, in quotes unless it turns out to need none. */
  #quotedText(rows: Buffer, start: number): number {
    const to = this.#to;
    const first = this.#at;
    let at = first + 1;
    let from = start;
    let special = false;
    if (this.#escapesFormulas && isFormula(rows, start)) to[at++] = apostrophe;
    for (;;) {
      let byte = rows[from] ?? quote;
      if (byte === quote) break;
      from += 1;
      if (byte === backslash) {
        const letter = rows[from] ?? 0;
        from += 1;
        if (letter === 0x75) {
          byte = Number.parseInt(rows.toString("latin1", from, from + 4), 16);
          from += 4;
        } else byte = unescaped[letter] ?? 0;
      }
      if (byte === quote) to[at++] = quote;
      special ||= byte === quote || byte === comma || byte === lineFeed || byte === 0x0d;
      to[at++] = byte;
    }
    if (special) {
      to[first] = quote;
      to[at++] = quote;
    } else {
      to.copyWithin(first, first + 1, at);
      at -= 1;
    }
    this.#at = at;
    return from + 1;
  }

  #copy(rows: Buffer, from: number, end: number): void {
    rows.copy(this.#to, this.#at, from, end);
    this.#at += end - from;
  }

  #put(byte: number): void {
    this.#to[this.#at++] = byte;
  }
}
