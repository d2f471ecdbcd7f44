import { writeJson } from "./write-json.js";

/** A cell that has to stand in quotes. */
const special = /[",\r\n]/;

/** A cell that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * Writes one cell of CSV.
 *
 * `null`, `undefined`, NaN, the infinities and invalid dates are empty cells; empty text is `""`, so that the two stay
 * apart. Dates are ISO 8601, arrays and objects JSON text, 64-bit integers exact.
 *
 * @param value - Value of the row
 * @param formulaEscape - Whether text beginning with `=`, `+`, `-`, `@`, tab or CR gets an apostrophe before it
 * @returns The cell, quoted where RFC 4180 wants it
 */
export function csvCell(value: unknown, formulaEscape: boolean): string {
  if (value === null || value === undefined) return "";
  switch (typeof value) {
    case "string":
      return csvText(formulaEscape && formula.test(value) ? `'${value}` : value);
    case "number":
      return Number.isFinite(value) ? String(value) : "";
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return csvObject(value, formulaEscape);
  }
}

function csvObject(value: object | symbol | (() => unknown), formulaEscape: boolean): string {
  const json = writeJson(value);
  if (json === undefined || json === "null") return "";
  // Something that writes itself as text, such as a Date, is that text and not a JSON text in quotes.
  const text: unknown = json.startsWith('"') ? JSON.parse(json) : json;
  return csvCell(typeof text === "string" ? text : json, formulaEscape);
}

function csvText(text: string): string {
  if (text === "") return '""';
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
