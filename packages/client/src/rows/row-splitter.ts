/** Splits a body into rows as its text arrives. Every row is the JSON text of an object, on one line. */
export interface RowSplitter {
  /**
   * Reads the next text of the body.
   *
   * @param text - Any number of characters
   * @param rows - Receives the rows that are now complete, including those before a fault
   * @throws IncompleteRowsError when the body breaks its format or holds the mark of a failure
   */
  push(text: string, rows: string[]): void;
  /**
   * Reads the end of the body.
   *
   * @param rows - Receives the row that the end completes
   * @throws IncompleteRowsError when something is missing
   */
  end(rows: string[]): void;
  /** Whether the format itself marks its end. Otherwise, only the connection does. */
  readonly endsItself: boolean;
}

/** Maximum length of a row in characters, so that no connector can exhaust the memory of its reader. */
export const maxRowLength = 64 * 1024 * 1024;
