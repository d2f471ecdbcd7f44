import type { EntityField } from "@wellhead/client";
import { type Column, keyColumnsOf } from "./cells/column.js";
import { noNumbers } from "./cells/number-facts.js";
import { type TypeState, tablesOf } from "./sync-state.js";
import type { SyncStore } from "./sync-store.js";
import { quoteText } from "./targets/sync-database.js";
import { linkColumns } from "./write-links.js";

/**
 * Drops the foreign keys of all tables of a target that checks them immediately. Types are applied one after another,
 * so rows that others point to may be missing for a while.
 *
 * @param store - The target
 */
export async function unlinkTables(store: SyncStore): Promise<void> {
  for (const type of store.types) {
    const state = store.stateOf(type);
    if (state === undefined || state.columns.length === 0) continue;
    for (const table of tablesOf(state)) await store.database.dropForeignKeys?.(table);
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
    const state = store.stateOf(type ?? "");
    const target = store.stateOf(targetType ?? "");
    for (const { table, column, from, to } of state === undefined
      ? []
      : referencesOf(state, field ?? "", target)) {
      const [key, ...others] = keyColumnsOf(to.columns);
      // A column can only point to a key of its own type.
      if (key === undefined || others.length > 0 || database.typeOf(key) !== database.typeOf(from)) continue;
      const missing = await database.addForeignKey({ table, column, target: to.table }, key.name);
      if (missing === 0) continue;
      note(
        `${type}: no foreign key for "${column}" of "${table}": ${missing} values are not in "${to.table}".`,
      );
    }
  }
}

/**
 * Stores the relations of a type, which not every target can express as foreign keys.
 *
 * @param store - The target
 * @param type - Id of the type
 * @param fields - Its fields
 */
export async function describeRelations(
  store: SyncStore,
  type: string,
  fields: readonly EntityField[],
): Promise<void> {
  const { database } = store;
  const names = new Map((store.stateOf(type)?.columns ?? []).map(({ field, name }) => [field, name]));
  await database.transaction(async () => {
    await database.run(`DELETE FROM wellhead_relations WHERE type = ${quoteText(type)}`);
    for (const { id, relation } of fields) {
      if (relation === undefined) continue;
      const { cardinality, targetType, targetFieldId } = relation;
      const target = store.stateOf(targetType)?.table ?? "";
      const values = [type, id, names.get(id) ?? id, cardinality, targetType, target, targetFieldId];
      await database.run(`INSERT INTO wellhead_relations VALUES (${values.map(quoteText).join(", ")})`);
    }
  });
}

interface Reference {
  readonly table: string;
  readonly column: string;
  /** The column whose values the reference has. */
  readonly from: Column;
  readonly to: TypeState;
}

/** A column of texts, such as the one of a table of links that lists keys. */
const textColumn: Column = {
  field: linkColumns.target,
  name: linkColumns.target,
  kind: "text",
  isCommaList: false,
  isText: true,
  numbers: noNumbers,
  hasDays: false,
  hasInstants: false,
};

/** What a relation points to: from its column, or from the table of its links. */
function referencesOf(state: TypeState, field: string, target: TypeState | undefined): readonly Reference[] {
  const link = state.links?.find((one) => one.field === field);
  const column = state.columns.find((one) => one.field === field);
  if (link !== undefined) {
    const [key] = keyColumnsOf(state.columns);
    const source =
      key === undefined ? [] : [{ table: link.table, column: linkColumns.source, from: key, to: state }];
    const text = { table: link.table, column: linkColumns.target, from: textColumn };
    return target === undefined ? source : [...source, { ...text, to: target }];
  }
  if (target === undefined || column === undefined || column.kind === "list") return [];
  return [{ table: state.table, column: column.name, from: column, to: target }];
}
