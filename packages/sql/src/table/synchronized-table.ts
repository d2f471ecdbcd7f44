import type { Synchronization } from "@wellhead/sdk";
import type { TableColumn, TableShape } from "./catalogue.js";
import type { Condition } from "./condition.js";

/** How often all rows are read, because a table does not tell which ones were deleted. */
const fullEvery = "1 d";

/** Names of the column that most tables have for the time of the last change, in the order of preference. */
const changeNames = [
  "updated_at",
  "updatedat",
  "modified_at",
  "modifiedat",
  "last_modified",
  "updated",
  "modified",
];

/**
 * Returns what identifies the rows of a table, and how their changes are found: by a column of instants that is named
 * like one of the last change.
 *
 * @param table - The table
 * @param chosen - Columns that the rows have
 * @returns Key and changes; without a key none of them, as nothing can then be synchronized
 */
export function synchronizationOf({ key }: TableShape, chosen: readonly TableColumn[]): Synchronization {
  const names = new Set(chosen.map(({ name }) => name));
  if (key?.every((name) => names.has(name)) !== true) return {};
  const column = changesColumn(chosen);
  return column === undefined ? { key } : { key, changes: { by: column.name, fullEvery } };
}

/**
 * Returns the condition for rows that have changed.
 *
 * @param columns - Columns of the table
 * @param since - Instant from which changes are wanted; `undefined` means all rows
 * @returns The condition
 */
export function changedSince(
  columns: readonly TableColumn[],
  since: string | undefined,
): readonly Condition[] {
  const column = changesColumn(columns);
  if (since === undefined || column === undefined) return [];
  return [{ column, period: { min: since } }];
}

function changesColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  return changeNames
    .map((wanted) => columns.find((column) => isInstant(column) && column.name.toLowerCase() === wanted))
    .find((found) => found !== undefined);
}

function isInstant({ category }: TableColumn): boolean {
  return category === "instant" || category === "timestamp";
}
