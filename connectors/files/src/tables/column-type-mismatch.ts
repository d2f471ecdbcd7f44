/**
 * Matches the engine's message for a cell of another type, and captures the line, the column, the cell and the type.
 */
const words =
  /^Conversion Error: CSV Error on Line: (\d+)\n[^]*?Error when converting column "([^]*?)"\. Could not convert string "([^]*?)" to '([^']*)'/;

/** Matches the engine's messages for rows of different shapes, and for JSON values of another type. */
const unlike = /^Invalid Input Error: (?:CSV Error on Line: (\d+)|JSON transform error)/;

/** Matches the engine's message for other line ends than it was told, which names no line. */
const otherLineEnd = /^Invalid Input Error: The CSV Parser state machine reached an invalid state/;

/** Maximum length of the quoted part of a cell. */
const maxQuoted = 60;

/**
 * Recognises an error about a value or row that differs from those before it.
 *
 * @param error - What the engine threw
 * @returns The reason, as the end of a sentence; `undefined` for any other error
 */
export function columnTypeMismatch(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, line, column, cell = "", type] = words.exec(error.message) ?? [];
  const again = "Try again: the whole file is now read before its types are decided.";
  if (column === undefined) {
    if (otherLineEnd.test(error.message)) return `a line does not end like the ones before it. ${again}`;
    const found = unlike.exec(error.message);
    if (found === null) return undefined;
    return `${found[1] === undefined ? "a record" : `line ${found[1]}`} does not have the columns of the ones before it. ${again}`;
  }
  const shown = cell.length > maxQuoted ? `${cell.slice(0, maxQuoted)}…` : cell;
  return `expected ${type} in column "${column}" of line ${line} as in the first rows, got "${shown}". ${again}`;
}
