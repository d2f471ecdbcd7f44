import type { Column, Columns } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

/**
 * Converts columns of a table to the platform's format.
 *
 * @param columns - Columns as the catalogue lists them
 * @returns Columns by id, in order
 */
export function columnsOf(columns: readonly TableColumn[]): Columns {
  return Object.fromEntries(
    columns.map(({ name, type, comment }): [string, Column] => [
      name,
      { column: type, title: name, ...(comment !== undefined && { description: comment }) },
    ]),
  );
}
