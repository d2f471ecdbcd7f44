import { type Column, memberAt } from "@wellhead/sdk";

/** Members that represent an object of Airtable as text, such as the name of a user or the label of a button. */
const shown = ["name", "email", "url", "text", "label", "value", "id"];

/**
 * Converts a value of Airtable to a cell. The error of a failed formula becomes empty in every column. Any other value
 * that does not match its column's type stays unchanged.
 *
 * @param value - The value; `undefined` for an empty field
 * @param column - Its column
 * @returns The cell
 * @see https://airtable.com/developers/web/api/field-model
 */
export function cellOf(value: unknown, column: Column): unknown {
  // Airtable omits an unticked checkbox from the record.
  if (column.column === "bool") return value === undefined || value === null ? false : plain(value);
  if (isEmpty(value)) return null;
  if (!column.column.startsWith("array")) return plain(value, column.column);
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const items = given.filter((item) => !isFault(item));
  // In a lookup, an unticked checkbox is `null`, next to ticked ones.
  const isBoxes = items.includes(true);
  const filled = isBoxes ? items.map((item) => item ?? false) : items.filter((item) => !isEmpty(item));
  return filled.map((item) => plain(item, column.column));
}

/** Converts a value to a scalar. In text columns, everything becomes text. */
function plain(value: unknown, column = ""): unknown {
  if (isFault(value)) return null;
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isEmpty(item)).map((item) => textOf(item));
    return items.join(", ");
  }
  const isText = column.includes("text") || typeof value === "object";
  return isText ? textOf(value) : value;
}

/**
 * Returns whether a value is the error of a failed formula. It is an object, such as `{"error": "#ERROR!"}` or
 * `{"specialValue": "NaN"}`.
 */
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
