const quote = 34;
const lineFeed = 10;
/** Characters after which a cell may begin: line feed, tab, comma, semicolon. */
const beforeCell: ReadonlySet<number> = new Set([lineFeed, 9, 44, 59]);
/** Represents the quote that ends a cell. No character has this code. */
const closed = -1;

/**
 * Finds line ends in CSV, character by character. A quote is special only at the start of a cell; inside an unquoted
 * cell it is an ordinary character.
 */
export class LineScanner {
  #isQuoted = false;
  #before = lineFeed;

  /** Whether a quoted cell is open. */
  get isQuoted(): boolean {
    return this.#isQuoted;
  }

  /**
   * Processes the next character.
   *
   * @param code - Its character code
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
    // Two quotes in a quoted cell are an escaped quote, so the cell that seemed to end continues.
    if (code === quote) this.#isQuoted = before === closed || beforeCell.has(before);
    return code === lineFeed;
  }
}
