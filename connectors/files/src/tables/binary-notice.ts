import { DuckDBTypeId } from "../engine/duckdb.js";
import { settingsFileName } from "../folder/table-settings.js";
import type { TableDescription } from "./describe-table.js";
import type { TableText } from "./reading.js";

/** Maximum number of names in a notice. */
const maxNames = 5;

/**
 * Returns a notice to users about columns whose bytes may be text, as those of older files.
 *
 * @param table - The columns of which the file does not say what their bytes mean
 * @param description - The columns as the engine returns them
 * @returns The notice; `undefined` when there is no such column
 */
export function binaryNotice(
  { binary = [] }: Pick<TableText, "binary">,
  { names, columns }: Pick<TableDescription, "names" | "columns">,
): string | undefined {
  // Parts of nested columns and of values of other types may have the same names.
  const found = binary.filter((name) => columns[names.indexOf(name)]?.type.typeId === DuckDBTypeId.BLOB);
  if (found.length === 0) return undefined;
  const shown = found.slice(0, maxNames).map((name) => `"${name}"`);
  const list = found.length > maxNames ? [...shown, `${found.length - maxNames} others`] : shown;
  return `The file does not say that the bytes of ${list.join(", ")} are text, so they are shown as Base64. If they are text, state {"settings": {"*.parquet": {"binaryAsText": true}}} in a file ${settingsFileName} in the folder`;
}
