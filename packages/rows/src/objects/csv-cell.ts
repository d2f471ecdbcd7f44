import { csvText } from "../text/csv-text.js";
import { writeJson } from "./write-json.js";

/**
 * Writes a value as a cell of CSV.
 *
 * `null`, `undefined`, NaN, the infinities and invalid dates become empty cells. Empty text becomes `""`, so that it
 * stays distinct from them. Dates become ISO 8601, arrays and objects become JSON text, and 64-bit integers keep all
 * their digits.
 *
 * @param value - Any value
 * @param formulaEscape - Whether text that a spreadsheet would treat as a formula gets a leading apostrophe
 * @returns The cell
 * @throws TypeError when the value is nested deeper than 500 levels, such as one that contains itself
 */
export function csvCell(value: unknown, formulaEscape: boolean): string {
  if (value === null || value === undefined) return "";
  switch (typeof value) {
    case "string":
      return csvText(value, formulaEscape);
    case "number":
      return Number.isFinite(value) ? String(value) : "";
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return jsonCell(writeJson(value), formulaEscape);
  }
}

/**
 * Writes a cell from JSON. A value whose JSON is a string, such as a Date, becomes that text without JSON quotes. Any
 * other value is not a formula.
 */
function jsonCell(json: string | undefined, formulaEscape: boolean): string {
  if (json === undefined || json === "null") return "";
  if (!json.startsWith('"')) return csvText(json);
  const text: unknown = JSON.parse(json);
  return csvText(String(text), formulaEscape);
}
