import { type DurationText, type Synchronization, upstreamInvalid } from "@wellhead/sdk";
import type { ColumnCategory, TableColumn, TableName, TableShape } from "./catalogue.js";
import type { TrackedChanges } from "./pinned-table.js";
import type { Condition } from "./statement.js";

/** How often all rows are read, because a table does not tell which ones were deleted. */
const dailyRun: DurationText = "1 d";

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
 * How far before the last run a run begins. A time without a zone may be local, up to 12 hours behind UTC, and a date says
 * nothing about the time of day.
 */
const lookbacks: Readonly<Partial<Record<ColumnCategory, DurationText>>> = {
  instant: "6 h",
  timestamp: "1 d",
  date: "2 d",
};

/**
 * Returns what identifies the rows of a table, and how their changes are found: by the column that the operator named, or by
 * a column of times that is named like one of the last change.
 *
 * @param table - The table, and the operator's choice
 * @param chosen - Columns that the rows have
 * @returns Key and changes; without a key none of them, as nothing can then be synchronized
 * @throws ConnectorError `upstream_invalid` when the table has no such column as the operator named
 */
export function synchronizationOf(
  table: TableShape & TableName & TrackedChanges,
  chosen: readonly TableColumn[],
): Synchronization {
  const { key } = table;
  const names = new Set(chosen.map(({ name }) => name));
  if (key?.every((name) => names.has(name)) !== true) return {};
  const column = changesColumn(table, chosen);
  if (column === undefined) return { key };
  const { lookback = lookbacks[column.category] ?? "1 d", fullEvery = dailyRun } = table;
  return { key, changes: { by: column.name, fullEvery, lookback } };
}

/**
 * Returns the condition for rows that have changed. It includes rows whose time of change is not known.
 *
 * @param table - The table, and the operator's choice
 * @param chosen - Columns that the rows have
 * @param since - Instant from which changes are wanted; `undefined` means all rows
 * @returns The condition
 */
export function changedSince(
  table: TableShape & TableName & TrackedChanges,
  chosen: readonly TableColumn[],
  since: string | undefined,
): readonly Condition[] {
  const column = since === undefined ? undefined : changesColumn(table, chosen);
  return since === undefined || column === undefined ? [] : [{ column, changedSince: since }];
}

function changesColumn(
  { table, columns, changes, keepsKey = true }: TableShape & TableName & TrackedChanges,
  chosen: readonly TableColumn[],
): TableColumn | undefined {
  if (changes === false || !keepsKey) return undefined;
  if (changes === undefined) {
    return changeNames
      .map((wanted) => chosen.find((column) => hasTime(column) && column.name.toLowerCase() === wanted))
      .find((found) => found !== undefined);
  }
  const named = columns.find(({ name }) => name === changes);
  if (named === undefined || !(named.category === "date" || named.mayHoldDates === true || hasTime(named))) {
    throw upstreamInvalid(
      `Could not find the changes of the table "${table}": expected a column of dates, got "${changes}". Name another column in the option "changes" of the table, or set it to false.`,
    );
  }
  return chosen.includes(named) ? named : undefined;
}

function hasTime({ category }: TableColumn): boolean {
  return category === "instant" || category === "timestamp";
}
