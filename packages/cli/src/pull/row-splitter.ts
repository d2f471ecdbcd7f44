/** Takes a body apart into rows, chunk by chunk. Every row is the JSON text of an object on one line. */
export interface RowSplitter {
  /**
   * Takes the next piece of the body.
   *
   * @param chunk - Any number of characters
   * @param rows - Gets the rows that are complete now, also those before a fault
   * @throws BrokenStream when the body breaks its format
   */
  push(chunk: string, rows: string[]): void;
  /**
   * Takes the end of the body.
   *
   * @param rows - Gets the row that the end completes
   * @throws BrokenStream when something is missing
   */
  end(rows: string[]): void;
}

/** No row may be longer, in characters: memory stays bounded whatever a connector sends. */
export const longestRow = 64 * 1024 * 1024;
