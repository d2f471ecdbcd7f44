import { keyColumnsOf } from "./cells/column.js";
import {
  countOf,
  doubtfulDeletions,
  goneKeys,
  latestRows,
  type MergeOptions,
  type MergeResult,
  selectRows,
  whyToAsk,
} from "./merge-stage.js";
import type { RunState, TypeState } from "./sync-state.js";
import { type EntityTable, quoteName, type SyncDatabase } from "./targets/sync-database.js";

/**
 * Reports whether a run replaces its table by one with other columns: when it has read all rows of a source whose columns
 * were dropped, renamed or changed in type since.
 *
 * @param database - The target
 * @param before - Columns of the table; empty before it exists
 * @param run - The run
 */
export function replacesTable(
  database: SyncDatabase,
  before: TypeState["columns"],
  { columns, isFull }: RunState,
): boolean {
  if (before.length === 0 || !isFull || !columns.some(({ isExact }) => isExact === true)) return false;
  const known = new Map(columns.map((column) => [column.name, column]));
  const isKept = before.every((old) => {
    const column = known.get(old.name);
    return column !== undefined && database.typeOf(column) === database.typeOf(old);
  });
  return !isKept || namesOfKey(before) !== namesOfKey(columns);
}

/**
 * Replaces a table by one with the rows of a stage, inside the transaction of the caller.
 *
 * @param database - The target
 * @param tables - The table as it is, and as it will be
 * @param options - Stage, run and consent to deletions
 * @returns How many rows were inserted, updated and deleted
 * @throws CommandError when the user has to consent to the deletions
 */
export async function replaceTable(
  database: SyncDatabase,
  { before, after }: { readonly before: EntityTable; readonly after: EntityTable },
  { stage, run, allowsDeletions, label, foreignKeys }: MergeOptions,
): Promise<MergeResult> {
  const name = quoteName(before.name);
  const latest = await latestRows(database, stage);
  const rows = await countOf(database, `SELECT CAST(count(*) AS TEXT) FROM ${name}`);
  const set = await countOf(database, `SELECT CAST(count(*) AS TEXT) FROM ${latest} AS l WHERE l.op = 'SET'`);
  // Keys of other types cannot be compared.
  const deleted = hasSameKey(database, before, after)
    ? await countOf(
        database,
        `SELECT CAST(count(*) AS TEXT) FROM (${goneKeys(database, { table: before, latest, run })}) AS gone`,
      )
    : Math.max(rows - set, 0);
  const reason = whyToAsk({ deleted, before: rows, isEmpty: set === 0 });
  if (!allowsDeletions && reason !== undefined) throw doubtfulDeletions(label, reason);
  const copy = { ...after, name: `${after.name}__wellhead` };
  for (const statement of database.createTable(copy, foreignKeys)) await database.run(statement);
  await database.run(
    `INSERT INTO ${quoteName(copy.name)} ${selectRows(database, { table: copy, latest, run })}`,
  );
  await database.run(`DROP TABLE ${name}`);
  await database.run(`ALTER TABLE ${quoteName(copy.name)} RENAME TO ${name}`);
  const inserted = set - (rows - deleted);
  return { inserted, updated: set - inserted, deleted };
}

function namesOfKey(columns: EntityTable["columns"]): string {
  return JSON.stringify(keyColumnsOf(columns).map(({ name }) => name));
}

function hasSameKey(database: SyncDatabase, before: EntityTable, after: EntityTable): boolean {
  const typed = ({ columns }: EntityTable) =>
    JSON.stringify(keyColumnsOf(columns).map((column) => [column.name, database.typeOf(column)]));
  return typed(before) === typed(after);
}
