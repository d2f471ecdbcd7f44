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
  if (type.startsWith("DateTime")) return shownDay(`toString(toTimeZone(${quoted}, 'UTC'))`);
  if (type === "Date") return shownDay(`toString(${quoted})`);
  if (type === "String") return quoted;
  // The server's own text of such a column ends before the first NUL.
  return type === "FixedString" ? `substring(${quoted}, 1)` : `toString(${quoted})`;
}

/** Version 18 writes the first day as one that does not exist. */
function shownDay(text: string): string {
  return `replaceOne(${text}, '0000-00-00', '1970-01-01')`;
}
