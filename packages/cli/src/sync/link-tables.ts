import type { SyncStore } from "./sync-store.js";

/**
 * Drops the foreign keys of all tables of a target that checks them at once. Types are applied one after another, so rows
 * that others point to may be missing for a while.
 *
 * @param store - The target
 */
export async function unlinkTables(store: SyncStore): Promise<void> {
  for (const type of store.types) {
    const state = store.stateOf(type);
    if (state !== undefined && state.columns.length > 0) await store.database.dropForeignKeys?.(state.table);
  }
}

/**
 * Adds the foreign keys of all relations to the keys of other types, in a target that checks them.
 *
 * @param store - The target
 * @param note - Called for each foreign key that rows are missing for
 */
export async function linkTables(store: SyncStore, note: (text: string) => void): Promise<void> {
  const { database } = store;
  if (database.addForeignKey === undefined) return;
  const relations = await database.run(
    "SELECT type, field, target_type FROM wellhead_relations WHERE target_field = 'id' ORDER BY type, field",
  );
  for (const [type, field, targetType] of relations) {
    const { table = "", columns = [] } = store.stateOf(type ?? "") ?? {};
    const target = store.stateOf(targetType ?? "");
    const column = columns.find((one) => one.field === field);
    const key = target?.columns[0]?.name;
    if (target === undefined || key === undefined || column?.kind !== "text") continue;
    const missing = await database.addForeignKey({ table, column: column.name, target: target.table }, key);
    if (missing === 0) continue;
    note(`${type}: no foreign key for "${column.name}": ${missing} values are not in "${target.table}".`);
  }
}
