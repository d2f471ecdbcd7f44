const quote = 34;
const lineFeed = 10;
/** What a cell may begin after: line feed, tab, comma, semicolon. */
const beforeCell: ReadonlySet<number> = new Set([lineFeed, 9, 44, 59]);
/** Stands for the quote that ends a cell; no sign has this code. */
const closed = -1;

/** Finds the ends of lines in CSV, sign by sign. Quotes count where a cell begins; inside a plain cell they are signs. */
export class LineScanner {
  #isQuoted = false;
  #before = lineFeed;

  /** Whether a quoted cell is open. */
  get isQuoted(): boolean {
    return this.#isQuoted;
  }

  /**
   * Takes the next sign.
   *
   * @param code - Its code
   * @returns Whether it ends a line
   */
  take(code: number): boolean {
    const before = this.#before;
    this.#before = code;
    if (this.#isQuoted) {
      if (code === quote) {
        this.#isQuoted = false;
        this.#before = closed;
      }
      return false;
    }
    // Two quotes in a quoted cell are one sign of it: the cell that seemed to end goes on.
    if (code === quote) this.#isQuoted = before === closed || beforeCell.has(before);
    return code === lineFeed;
  }
}
