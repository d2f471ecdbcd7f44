import { csvText } from "./csv-text.js";
import { memberCell } from "./member-cell.js";
import { rowMembers } from "./row-members.js";

const lineEnd = "\r\n";
/** A line with a single empty cell, which readers would skip as an empty line. */
const emptyCell = '""';

/**
 * Writes JSON texts of rows as CSV (RFC 4180). The columns are those of all rows, in the order in which they appear. No
 * value is dropped, and no row is kept in memory: lines that were written before a column appeared are completed once
 * the rows have ended.
 */
export class CsvRows {
  readonly #columns = new Set<string>();
  /** Number of columns in the header that was written. */
  #headed: number | undefined;
  #hasEmptyLines = false;

  /**
   * Writes rows.
   *
   * @param rows - JSON texts of objects, known to be well-formed
   * @returns Their lines, after the header if they are the first ones
   */
  write(rows: readonly string[]): string {
    const parsed = rows.map((row) => rowMembers(row));
    for (const members of parsed) for (const name of members.keys()) this.#columns.add(name);
    const columns = [...this.#columns];
    const header = this.#headed === undefined && rows.length > 0 ? this.#header() : "";
    const lines = parsed.map((members) => columns.map((name) => memberCell(members.get(name))).join(","));
    // Whether such a line has no cells or an empty one is known once all columns are.
    this.#hasEmptyLines ||= lines.includes("");
    return header + lines.map((line) => line + lineEnd).join("");
  }

  /**
   * Ends the rows.
   *
   * @param names - The columns of a file whose rows have none
   * @returns The header if nothing has been written
   */
  end(names: readonly string[]): string {
    if (this.#columns.size === 0) for (const name of names) this.#columns.add(name);
    return this.#headed === undefined && this.#columns.size > 0 ? this.#header() : "";
  }

  /** Whether the lines that were written are those of the file. Otherwise {@link complete} makes them so. */
  get isComplete(): boolean {
    const { size } = this.#columns;
    return (this.#headed ?? size) === size && !(this.#hasEmptyLines && size <= 1);
  }

  /**
   * Completes lines after the end of the rows: every line gets a cell for every column.
   *
   * @param chunks - The text that was written, split at any position
   * @returns The text of the file, in chunks
   */
  async *complete(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
    yield this.#header();
    const { size } = this.#columns;
    let commas = 0;
    let isEmpty = true;
    let isQuoted = false;
    let isHeader = true;
    for await (const chunk of chunks) {
      let text = "";
      for (const [part] of String(chunk).matchAll(/["\n,]|[^"\n,]+/g)) {
        if (part === '"') isQuoted = !isQuoted;
        if (part === "," && !isQuoted) commas += 1;
        if (part === "\n" && !isQuoted) {
          const missing = isEmpty && size <= 1 ? emptyCell : ",".repeat(Math.max(0, size - 1 - commas));
          if (!isHeader) text += missing + lineEnd;
          [isHeader, isEmpty, commas] = [false, true, 0];
          continue;
        }
        // Outside quotes, a carriage return occurs only in a line end, and the line end is written above.
        const content = isQuoted ? part : part.replaceAll("\r", "");
        if (content !== "") isEmpty = false;
        if (!isHeader) text += content;
      }
      yield text;
    }
  }

  #header(): string {
    this.#headed = this.#columns.size;
    const line = Array.from(this.#columns, (name) => csvText(name)).join(",");
    return (line || emptyCell) + lineEnd;
  }
}
