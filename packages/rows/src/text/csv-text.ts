import { formulaStarts } from "./formula.js";

/** Characters for which RFC 4180 requires quotes around a cell. */
const special = /[",\r\n]/;
const formula = new RegExp(`^[${formulaStarts.replace("-", "\\-")}]`);

/**
 * Writes text as a cell of CSV, in quotes where RFC 4180 requires them. Empty text becomes `""`, so that it is not read
 * as a missing value.
 *
 * @param text - The text
 * @param formulaEscape - Whether text that a spreadsheet would treat as a formula gets a leading apostrophe. Default:
 *   false
 * @returns The cell
 */
export function csvText(text: string, formulaEscape = false): string {
  if (text === "") return '""';
  const shown = formulaEscape && formula.test(text) ? `'${text}` : text;
  return special.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
