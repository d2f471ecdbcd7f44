import type { dataMediaTypes, endedLinesMark } from "@wellhead/contract/vocabulary";
import { excerpt } from "../json/excerpt.js";
import { PendingText } from "../json/pending-text.js";
import { checkRow } from "./check-row.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { maxRowLength, type RowSplitter } from "./row-splitter.js";

// The compiler checks that they equal the contract's constants. Importing those would load the schemas as well.
/** Media type of NDJSON with a last line that says that the rows are complete. */
export const endedLines: typeof dataMediaTypes.endedLines = "application/vnd.wellhead.ndjson";
const endMark: typeof endedLinesMark = '{"__streamError":null}';

/** Splits NDJSON: one row per line, without empty lines. */
export class LineSplitter implements RowSplitter {
  readonly endsItself: boolean;
  readonly #expectsArray: boolean;
  readonly #pending = new PendingText();
  #rows = 0;
  #hasEnded = false;

  /** @param contentType - Content type of the body. It tells whether there is a last line that is the end. */
  constructor(contentType: string) {
    this.endsItself = contentType.toLowerCase().startsWith(endedLines);
    this.#expectsArray = /^application\/json\b/i.test(contentType);
  }

  /** Whether the line was read that says that the rows are complete. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  push(text: string, rows: string[]): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#pending.add(text.slice(start, end));
      this.#addLine(rows);
      start = end + 1;
    }
    this.#pending.add(text.slice(start));
    if (this.#pending.length > maxRowLength) {
      throw new IncompleteRowsError("cut", `a line is longer than ${maxRowLength} characters`);
    }
  }

  end(rows: string[]): void {
    const before = rows.length;
    this.#addLine(rows);
    if (this.#expectsArray && this.#rows === 1 && rows.length > before) {
      rows.pop();
      throw new IncompleteRowsError("cut", "expected a JSON array of rows, got one JSON object");
    }
    if (this.endsItself && !this.#hasEnded)
      throw new IncompleteRowsError(
        "cut",
        "the last line, which says that the rows are complete, is missing",
      );
  }

  #addLine(rows: string[]): void {
    const line = this.#pending.take().trim();
    if (line === "") return;
    if (this.#hasEnded)
      throw new IncompleteRowsError("cut", `expected no row after the end, got ${excerpt(line, 60)}`);
    if (this.endsItself && line === endMark) {
      this.#hasEnded = true;
      return;
    }
    this.#rows += 1;
    rows.push(checkRow(line));
  }
}
