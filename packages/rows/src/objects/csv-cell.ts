import { csvText } from "../text/csv-text.js";
import { writeJson } from "./write-json.js";

/**
 * Writes a value as a cell of CSV.
 *
 * `null`, `undefined`, NaN, the infinities and invalid dates are empty cells; empty text is `""`, so that the two stay
 * apart. Dates are ISO 8601, arrays and objects JSON text, 64-bit integers exact.
 *
 * @param value - Any value
 * @param formulaEscape - Whether text that a spreadsheet would take for a formula gets an apostrophe before it
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

/** What writes itself as text, such as a Date, is that text and not a JSON text in quotes. Anything else is no formula. */
function jsonCell(json: string | undefined, formulaEscape: boolean): string {
  if (json === undefined || json === "null") return "";
  if (!json.startsWith('"')) return csvText(json);
  const text: unknown = JSON.parse(json);
  return csvText(String(text), formulaEscape);
}
