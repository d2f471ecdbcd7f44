import { csvText } from "@wellhead/rows";
import { readText } from "./read-text.js";

/**
 * Writes one line of CSV (RFC 4180).
 *
 * @param cells - Texts, already formatted
 * @returns The line with its end
 */
export function formatCsvLine(cells: readonly string[]): string {
  // A line of one empty cell would read as an empty line.
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\r\n`;
}

/**
 * Writes the JSON text of a value as a cell: text unquoted, numbers digit by digit, `null` as nothing, arrays
 * and objects as JSON. Empty text is quoted, which tells it from `null`.
 *
 * @param value - JSON text; `undefined` for a member the row lacks
 * @returns The cell
 */
export function formatCsvCell(value: string | undefined): string {
  if (value === undefined || value === "null") return "";
  return csvText(value.startsWith('"') ? readText(value) : value);
}
