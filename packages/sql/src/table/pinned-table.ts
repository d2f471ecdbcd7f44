import { checkOptions, type DurationText } from "@wellhead/sdk";
import type { TableName } from "./catalogue.js";

/** How a synchronizing platform finds the rows of a table that have changed. */
export interface TrackedChanges {
  /**
   * Column for the time of the last change: a date, or a date and time. `false` means that every run reads all rows. Default:
   * the first of `updated_at`, `updatedAt`, `modified_at`, `modifiedAt`, `last_modified`, `updated` and `modified` that the
   * table has, if it holds dates with times.
   */
  readonly changes?: string | false | undefined;
  /**
   * How far before the last run a run begins. It must be longer than the longest transaction that writes to the table, and
   * longer than the difference between the clocks of the database and the platform. Default: `6 h`; `1 d` for a column without
   * time zone, which may hold local times; `2 d` for a column of dates.
   */
  readonly lookback?: DurationText | undefined;
  /** How often a run reads all rows, which finds deleted ones. Default: `1 d`. */
  readonly fullEvery?: DurationText | undefined;
}

/** A table that the operator names, and how its changes are found. */
export interface PinnedTable extends TrackedChanges {
  /** Its name, with its schema where the database has several, such as `public.orders`. */
  readonly name: string;
}

/** A table that an operator named, and how its changes are found. */
export interface NamedTable extends TableName, TrackedChanges {}

/**
 * Checks the names of a table's options.
 *
 * @param table - The table as the operator named it
 * @throws TypeError that names the first unknown option
 */
export function checkPinnedTable(table: PinnedTable): void {
  checkOptions(table, {
    of: `the table "${table.name}"`,
    known: { name: true, changes: true, lookback: true, fullEvery: true },
  });
}
