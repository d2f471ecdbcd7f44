import type { Column } from "@wellhead/sdk";

/** What an object of Airtable shows for itself: an attachment its address, a person their name, and so on. */
const shown = ["name", "email", "url", "text", "label", "value", "id"];

/**
 * Makes a cell of a value of Airtable.
 *
 * @param value - The value; absent for an empty field
 * @param column - The column it stands in
 * @returns The cell
 * @see https://airtable.com/developers/web/api/field-model
 */
export function cellOf(value: unknown, column: Column): unknown {
  // An unticked box is left out of the record.
  if (column.column === "bool") return value === true;
  if (value === undefined || value === null) return null;
  if (column.column === "number") return typeof value === "number" ? value : null;
  if (column.column === "array[text]")
    return (Array.isArray(value) ? value : [value]).map((one) => textOf(one));
  return Array.isArray(value) ? value.map((one) => textOf(one)).join(", ") : textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const record = new Map<string, unknown>(Object.entries(value));
  const isFile = record.has("filename");
  const key = (isFile ? ["url"] : shown).find((name) => typeof record.get(name) === "string");
  return key === undefined ? JSON.stringify(value) : String(record.get(key));
}
