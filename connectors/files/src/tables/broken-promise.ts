/** A cell that is of another type than its column was taken for. */
export interface BrokenPromise {
  /** Name of the column in the file. */
  readonly column: string;
  /** What is wrong, as the end of a sentence. */
  readonly fault: string;
}

/** The engine's words for it, of which the column, the cell and the type are of use to people. */
const words =
  /^Conversion Error: CSV Error on Line: (\d+)\n[^]*?Error when converting column "([^]*?)"\. Could not convert string "([^]*?)" to '([^']*)'/;

/** Longest part of a cell that is quoted. */
const quoted = 60;

/**
 * Recognises the error of a CSV cell that breaks what the first rows of its column promised.
 *
 * @param error - What the engine threw
 * @returns Which column, and the fault in words; `undefined` when the error is another
 */
export function brokenPromise(error: unknown): BrokenPromise | undefined {
  const [, line, column, cell = "", type] = (error instanceof Error && words.exec(error.message)) || [];
  if (column === undefined) return undefined;
  const shown = cell.length > quoted ? `${cell.slice(0, quoted)}…` : cell;
  return {
    column,
    fault: `found "${shown}" in column "${column}" of line ${line}, wanted ${type} as in its first rows; ask again, the column is read as text from now on`,
  };
}
