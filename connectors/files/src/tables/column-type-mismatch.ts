/** The engine's words for a cell of another type, of which the column, the cell and the type are of use to people. */
const words =
  /^Conversion Error: CSV Error on Line: (\d+)\n[^]*?Error when converting column "([^]*?)"\. Could not convert string "([^]*?)" to '([^']*)'/;

/** The engine's words for rows that are not alike, and for values of another type in JSON. */
const unlike = /^Invalid Input Error: (?:CSV Error on Line: (\d+)|JSON transform error)/;

/** Longest part of a cell that is quoted. */
const maxQuoted = 60;

/**
 * Recognises the error of a value or row that is unlike the ones before it.
 *
 * @param error - What the engine threw
 * @returns What is wrong, as the end of a sentence; `undefined` when the error is another
 */
export function columnTypeMismatch(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, line, column, cell = "", type] = words.exec(error.message) ?? [];
  const again = "Try again: the file is now read in full before its types are settled.";
  if (column === undefined) {
    const found = unlike.exec(error.message);
    if (found === null) return undefined;
    return `${found[1] === undefined ? "a record" : `line ${found[1]}`} is unlike the ones before it. ${again}`;
  }
  const shown = cell.length > maxQuoted ? `${cell.slice(0, maxQuoted)}…` : cell;
  return `expected ${type} in column "${column}" of line ${line} as in the first rows, got "${shown}". ${again}`;
}
