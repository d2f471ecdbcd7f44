import { csvText } from "./csv-text.js";
import { readText } from "./row-members.js";

/**
 * Writes the JSON text of a value as a cell of CSV: strings without their JSON quotes, numbers digit by digit, `null` as
 * an empty cell, arrays and objects as JSON. An empty string is quoted, which distinguishes it from `null`.
 *
 * @param value - JSON text; `undefined` for a member that the row does not have
 * @returns The cell
 */
export function memberCell(value: string | undefined): string {
  if (value === undefined || value === "null") return "";
  return csvText(value.startsWith('"') ? readText(value) : value);
}
