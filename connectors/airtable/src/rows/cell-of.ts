import { type Column, memberAt } from "@wellhead/sdk";

/** What an object of Airtable shows for itself: an attachment its address, a person their name, and so on. */
const shown = ["name", "email", "url", "text", "label", "value", "id"];

/**
 * Makes a cell of a value of Airtable. What a formula fails with is empty, whatever the column; any other value that is
 * not of its column's type stays what it is.
 *
 * @param value - The value; absent for an empty field
 * @param column - The column it stands in
 * @returns The cell
 * @see https://airtable.com/developers/web/api/field-model
 */
export function cellOf(value: unknown, column: Column): unknown {
  // An unticked box is left out of the record.
  if (column.column === "bool") return value === undefined || value === null ? false : plain(value);
  if (isEmpty(value)) return null;
  if (!column.column.startsWith("array")) return plain(value, column.column);
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const items = given.filter((item) => !isFault(item));
  // A box that is not ticked stands in a look-up as `null`, beside those that are.
  const isBoxes = items.includes(true);
  const filled = isBoxes ? items.map((item) => item ?? false) : items.filter((item) => !isEmpty(item));
  return filled.map((item) => plain(item, column.column));
}

/** A scalar; in columns of text, everything is text. */
function plain(value: unknown, column = ""): unknown {
  if (isFault(value)) return null;
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isEmpty(item)).map((item) => textOf(item));
    return items.join(", ");
  }
  const isText = column.includes("text") || typeof value === "object";
  return isText ? textOf(value) : value;
}

/** A formula that fails has an object for its value, such as `{"error": "#ERROR!"}` or `{"specialValue": "NaN"}`. */
function isFault(value: unknown): boolean {
  return typeof memberAt(value, "specialValue") === "string" || typeof memberAt(value, "error") === "string";
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || isFault(value);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const isFile = typeof memberAt(value, "filename") === "string";
  const found = (isFile ? ["url"] : shown)
    .map((name) => memberAt(value, name))
    .find((text) => typeof text === "string");
  return typeof found === "string" ? found : JSON.stringify(value);
}
