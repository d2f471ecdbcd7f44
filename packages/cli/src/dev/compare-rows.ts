/** A row, as a connector returns it. */
export type DevRow = Readonly<Record<string, unknown>>;

/** A cell whose value is different. */
export interface ChangedCell {
  /** Id of the row, or its position from 1. */
  readonly row: string;
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

/** How the rows of two revisions differ. */
export interface RowDifference {
  /** Number of rows that were compared. */
  readonly before: number;
  readonly after: number;
  readonly addedColumns: readonly string[];
  readonly removedColumns: readonly string[];
  /** Ids, or positions, of rows that only the new revision returns. */
  readonly added: readonly string[];
  /** Ids, or positions, of rows that only the old revision returned. */
  readonly removed: readonly string[];
  readonly changed: readonly ChangedCell[];
}

/** The value of a member that a row does not have. */
const absent = "(absent)";

/**
 * Compares the rows that two revisions return for the same request. Rows are matched by `id` where both lists have unique
 * ones, otherwise by position. Values of added and removed columns are not listed as changes.
 *
 * @param before - Rows of the old revision
 * @param after - Rows of the new revision
 * @returns The difference
 */
export function compareRows(before: readonly DevRow[], after: readonly DevRow[]): RowDifference {
  const [old, next] =
    hasIds(before) && hasIds(after) ? [byId(before), byId(after)] : [byPosition(before), byPosition(after)];
  const oldColumns = columnsOf(before);
  const nextColumns = columnsOf(after);
  const addedColumns =
    before.length === 0 ? [] : [...nextColumns].filter((column) => !oldColumns.has(column));
  const removedColumns =
    after.length === 0 ? [] : [...oldColumns].filter((column) => !nextColumns.has(column));
  const changed: ChangedCell[] = [];
  for (const [row, cells] of next) {
    const was = old.get(row);
    if (was === undefined) continue;
    for (const column of new Set([...Object.keys(was), ...Object.keys(cells)])) {
      if (!oldColumns.has(column) || !nextColumns.has(column)) continue;
      const [first, second] = [textOf(was, column), textOf(cells, column)];
      if (first !== second) changed.push({ row, column, before: first, after: second });
    }
  }
  return {
    before: before.length,
    after: after.length,
    addedColumns,
    removedColumns,
    added: [...next.keys()].filter((row) => !old.has(row)),
    removed: [...old.keys()].filter((row) => !next.has(row)),
    changed,
  };
}

/**
 * Returns whether two revisions returned the same rows.
 *
 * @param difference - The difference
 * @returns Whether there is none
 */
export function isSame({ addedColumns, removedColumns, added, removed, changed }: RowDifference): boolean {
  return [addedColumns, removedColumns, added, removed, changed].every((list) => list.length === 0);
}

function hasIds(rows: readonly DevRow[]): boolean {
  const ids = new Set(rows.map((row) => row["id"]));
  return ids.size === rows.length && [...ids].every((id) => typeof id === "string" || typeof id === "number");
}

function byId(rows: readonly DevRow[]): ReadonlyMap<string, DevRow> {
  return new Map(rows.map((row) => [String(row["id"]), row]));
}

function byPosition(rows: readonly DevRow[]): ReadonlyMap<string, DevRow> {
  return new Map(rows.map((row, index) => [`#${index + 1}`, row]));
}

function columnsOf(rows: readonly DevRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => Object.keys(row)));
}

function textOf(row: DevRow, column: string): string {
  return Object.hasOwn(row, column) ? JSON.stringify(row[column]) : absent;
}
