import { PendingText } from "../json/pending-text.js";
import { checkRow } from "./check-row.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";
import { maxRowLength, type RowSplitter } from "./row-splitter.js";

/** Splits NDJSON: one row per line, without empty lines. */
export class LineSplitter implements RowSplitter {
  readonly endsItself = false;
  readonly #expectsArray: boolean;
  readonly #pending = new PendingText();
  #rows = 0;

  /** @param expectsArray - Whether the connector announced a JSON array, so that a single object is not rows */
  constructor(expectsArray: boolean) {
    this.#expectsArray = expectsArray;
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
  }

  #addLine(rows: string[]): void {
    const line = this.#pending.take().trim();
    if (line === "") return;
    this.#rows += 1;
    rows.push(checkRow(line));
  }
}
