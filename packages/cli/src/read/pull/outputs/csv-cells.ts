import { csvText } from "@wellhead/rows";
import { readText } from "./read-text.js";

/**
 * Formats one line of CSV (RFC 4180).
 *
 * @param cells - Cells, already formatted
 * @returns The line with its line end
 */
export function formatCsvLine(cells: readonly string[]): string {
  // A line with a single empty cell would read as an empty line.
  return `${cells.length === 1 && cells[0] === "" ? '""' : cells.join(",")}\r\n`;
}

/**
 * Formats the JSON text of a value as a cell: strings without their JSON quotes, numbers digit by digit, `null` as an
 * empty cell, arrays and objects as JSON. An empty string is quoted, which distinguishes it from `null`.
 *
 * @param value - JSON text; `undefined` for a member that the row does not have
 * @returns The cell
 */
export function formatCsvCell(value: string | undefined): string {
  if (value === undefined || value === "null") return "";
  return csvText(value.startsWith('"') ? readText(value) : value);
}
