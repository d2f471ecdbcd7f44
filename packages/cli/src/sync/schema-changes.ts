import type { Column } from "./cells/column.js";
import type { ForeignKey, SyncDatabase } from "./targets/sync-database.js";

/** How a table changes. */
export interface SchemaChange {
  readonly table: string;
  /** Columns of the table; empty before it exists. */
  readonly before: readonly Column[];
  /** All columns that it needs; none is dropped. */
  readonly after: readonly Column[];
  readonly foreignKeys: readonly ForeignKey[];
}

/**
 * Writes the statements that create a table or change its columns.
 *
 * @param database - The target
 * @param change - Columns before and after
 * @returns Statements, in the order in which they run
 */
export function schemaStatements(
  database: SyncDatabase,
  { table, before, after, foreignKeys }: SchemaChange,
): readonly string[] {
  // A table that is not in the state does not belong to this program.
  if (before.length === 0) return database.createTable({ name: table, columns: after }, foreignKeys);
  const known = new Map(before.map((column) => [column.name, database.typeOf(column)]));
  const isSame = after.every((column) => known.get(column.name) === database.typeOf(column));
  return isSame ? [] : database.changeTable({ name: table, before, after }, foreignKeys);
}

/**
 * Describes how the columns of a table change.
 *
 * @param before - Columns of the table; empty before it exists
 * @param after - Columns of the run
 * @param options - The database, which names the types, and whether the fields differ from those of the run before
 * @returns A sentence for each change; none for a new table
 */
export function describeChanges(
  before: readonly Column[],
  after: readonly Column[],
  { database, isNewShape }: { readonly database: SyncDatabase; readonly isNewShape: boolean },
): readonly string[] {
  if (before.length === 0) return [];
  const known = new Map(before.map((column) => [column.field, column]));
  const changed = after.flatMap((column): string[] => {
    const type = database.typeOf(column);
    const old = known.get(column.field);
    if (old === undefined) return [`new column "${column.name}" (${type}).`];
    const oldType = database.typeOf(old);
    return oldType === type ? [] : [`column "${column.name}" becomes ${type}, it was ${oldType}.`];
  });
  const fields = new Set(after.map(({ field }) => field));
  const lost = isNewShape ? before.filter(({ field }) => !fields.has(field)) : [];
  return [
    ...changed,
    ...lost.map(({ name }) => `column "${name}" is no longer sent; it stays, and its values become NULL.`),
  ];
}
