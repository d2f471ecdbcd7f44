import type { TableColumn } from "../tables/table-column.js";

/**
 * Returns the id of the column that identifies the rows of a file, which have nothing else that surely does.
 *
 * @param columns - Columns of the table
 * @returns `row number`, with underscores if the table has such a column
 */
export function rowNumberOf(columns: readonly TableColumn[]): string {
  const taken = new Set(columns.map(({ id }) => id.toLowerCase()));
  let id = "row number";
  while (taken.has(id)) id += "_";
  return id;
}
