import { endOfString } from "../json/end-of-string.js";
import { PendingText } from "../json/pending-text.js";
import { checkRow } from "./check-row.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { maxRowLength, type RowSplitter } from "./row-splitter.js";

const codes = {
  quote: 34,
  comma: 44,
  openArray: 91,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const;

/** What may follow outside of a row. */
type Expectation = "array" | "first" | "row" | "separator" | "nothing";

/** Splits a JSON array of objects without parsing it as a whole. Memory holds one row and one chunk. */
export class JsonArraySplitter implements RowSplitter {
  readonly endsItself = true;
  #expects: Expectation = "array";
  /** The start of a row that has not arrived completely. */
  readonly #pending = new PendingText();
  #depth = 0;
  #inString = false;
  /** Whether the last character was a backslash that escapes the next one. */
  #escaped = false;

  push(text: string, rows: string[]): void {
    let start = 0;
    let position = 0;
    while (position < text.length) {
      if (this.#depth === 0) {
        position = this.#readBetweenRows(text, position);
        start = this.#depth === 0 ? position : position - 1;
        continue;
      }
      position = this.#readInsideRow(text, position);
      if (this.#depth > 0) break;
      this.#pending.add(text.slice(start, position));
      rows.push(checkRow(this.#pending.take()));
      start = position;
    }
    this.#pending.add(text.slice(start));
    if (this.#pending.length > maxRowLength) {
      throw new IncompleteRowsError("cut", `a row is longer than ${maxRowLength} characters`);
    }
  }

  end(): void {
    if (this.#expects === "nothing") return;
    if (this.#expects === "array") throw new IncompleteRowsError("cut", "expected a JSON array, got nothing");
    throw new IncompleteRowsError(
      "cut",
      this.#depth === 0 ? "the array was never closed" : "the stream ended inside a row",
    );
  }

  /** Reads one character between rows. */
  #readBetweenRows(text: string, position: number): number {
    const code = text.charCodeAt(position);
    if (code === 32 || (code >= 9 && code <= 13)) return position + 1;
    if (this.#expects === "array" && code === codes.openArray) this.#expects = "first";
    else if (this.#expects === "separator" && code === codes.comma) this.#expects = "row";
    else if (code === codes.closeArray && ["first", "separator"].includes(this.#expects))
      this.#expects = "nothing";
    else if (code === codes.openObject && ["first", "row"].includes(this.#expects)) {
      this.#depth = 1;
      this.#expects = "separator";
    } else {
      throw new IncompleteRowsError(
        "cut",
        `${this.#expectation()}, got "${text.slice(position, position + 40)}…"`,
      );
    }
    return position + 1;
  }

  #expectation(): string {
    if (this.#expects === "array") return "expected a JSON array";
    if (this.#expects === "separator") return 'expected "," or "]" after a row';
    return this.#expects === "nothing" ? 'expected nothing after "]"' : "expected an object as a row";
  }

  /** Continues inside a row. Returns the index after its end, or the length of the text. */
  #readInsideRow(text: string, from: number): number {
    let position = from;
    while (position < text.length) {
      if (this.#inString) {
        position = this.#readString(text, position);
        continue;
      }
      const code = text.charCodeAt(position);
      position += 1;
      if (code === codes.quote) this.#inString = true;
      else if (code === codes.openObject || code === codes.openArray) this.#depth += 1;
      else if (code === codes.closeObject || code === codes.closeArray) {
        this.#depth -= 1;
        if (this.#depth === 0) return position;
      }
    }
    return position;
  }

  #readString(text: string, from: number): number {
    const start = this.#escaped ? from + 1 : from;
    this.#escaped = false;
    const end = endOfString(text, start);
    if (end !== -1) {
      this.#inString = false;
      return end;
    }
    let backslashes = 0;
    while (text.length - backslashes > start && text.charCodeAt(text.length - 1 - backslashes) === 92)
      backslashes += 1;
    this.#escaped = backslashes % 2 === 1;
    return text.length;
  }
}
