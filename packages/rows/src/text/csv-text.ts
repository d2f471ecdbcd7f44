import { formulaStarts } from "./formula.js";

/** What makes RFC 4180 put a cell in quotes. */
const special = /[",\r\n]/;
const formula = new RegExp(`^[${formulaStarts.replace("-", "\\-")}]`);

/**
 * Writes text as a cell of CSV, in quotes where RFC 4180 wants them; empty text as `""`, so that it is not taken for a
 * missing value.
 *
 * @param text - The text
 * @param formulaEscape - Whether text that a spreadsheet would take for a formula gets an apostrophe before it. Default:
 *   false
 * @returns The cell
 */
export function csvText(text: string, formulaEscape = false): string {
  if (text === "") return '""';
  const shown = formulaEscape && formula.test(text) ? `'${text}` : text;
  return special.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
