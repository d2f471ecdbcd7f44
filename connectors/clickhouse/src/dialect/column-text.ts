import type { TableColumn } from "@wellhead/sql";
import { valueType } from "../encode/value-kind.js";
import { quoteName } from "./quote-name.js";

/**
 * Returns the SQL of a column as text, in the form of the catalogue's values.
 *
 * @param column - The column
 * @returns A text expression
 */
export function textOf({ name, databaseType }: Pick<TableColumn, "name" | "databaseType">): string {
  const quoted = quoteName(name);
  const type = valueType(databaseType).name;
  // Rows show instants in UTC, whatever the zone of the column or of the server.
  if (type.startsWith("DateTime")) return `toString(toTimeZone(${quoted}, 'UTC'))`;
  if (type === "String") return quoted;
  // The server's own text of such a column ends before the first NUL.
  return type === "FixedString" ? `substring(${quoted}, 1)` : `toString(${quoted})`;
}
