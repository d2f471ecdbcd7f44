import { CommandError } from "../command-line/command-error.js";
import { deletionLimit } from "../command-line/usage/sync-options.js";
import { keyColumnsOf } from "./cells/column.js";
import { firstCell } from "./staged-row.js";
import type { RunState } from "./sync-state.js";
import {
  type EntityTable,
  type ForeignKey,
  keyNames,
  quoteName,
  type SyncDatabase,
} from "./targets/sync-database.js";

/** Options of {@link mergeStage}. */
export interface MergeOptions {
  /** Quoted name of the stage. */
  readonly stage: string;
  readonly run: RunState;
  /** Whether any number of rows may be deleted. */
  readonly allowsDeletions: boolean;
  /** Name of the type in errors. */
  readonly label: string;
  /** What the columns of the table point to. */
  readonly foreignKeys: readonly ForeignKey[];
}

/** What a merge did. */
export interface MergeResult {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/**
 * Applies a stage to its table, inside the transaction of the caller. A row is deleted only for a tombstone, or because a
 * full run that was read to its end does not have its key.
 *
 * @param database - The target
 * @param table - The table
 * @param options - Stage, run and consent to deletions
 * @returns How many rows were inserted, updated and deleted
 * @throws CommandError when the user has to consent to the deletions
 */
export async function mergeStage(
  database: SyncDatabase,
  table: EntityTable,
  { stage, run, allowsDeletions, label }: MergeOptions,
): Promise<MergeResult> {
  const count = (sql: string) => countOf(database, sql);
  const name = quoteName(table.name);
  const key = keyNames(table.columns);
  const latest = await latestRows(database, stage);
  const gone = goneKeys(database, { table, latest, run });
  const before = await count(`SELECT CAST(count(*) AS TEXT) FROM ${name}`);
  const deleted = await count(`SELECT CAST(count(*) AS TEXT) FROM ${name} WHERE (${key}) IN (${gone})`);
  const set = await count(`SELECT CAST(count(*) AS TEXT) FROM ${latest} AS l WHERE l.op = 'SET'`);
  const reason = whyToAsk({ deleted, before, isEmpty: run.isFull && set === 0 });
  if (!allowsDeletions && reason !== undefined) throw doubtfulDeletions(label, reason);
  if (deleted > 0) await database.run(`DELETE FROM ${name} WHERE (${key}) IN (${gone})`);
  const select = selectRows(database, { table, latest, run });
  for (const statement of database.upsert(table, select)) await database.run(statement);
  const after = await count(`SELECT CAST(count(*) AS TEXT) FROM ${name}`);
  const inserted = after - (before - deleted);
  return { inserted, updated: set - inserted, deleted };
}

/**
 * Counts rows.
 *
 * @param database - The target
 * @param sql - A SELECT of one number as text
 * @returns The number
 */
export async function countOf(database: SyncDatabase, sql: string): Promise<number> {
  return Number((await database.run(sql))[0]?.[0] ?? 0);
}

/**
 * Returns the SQL of the last row of each key in a stage.
 *
 * @param database - The target
 * @param stage - Quoted name of the stage
 * @returns A name or a subquery
 */
export async function latestRows(database: SyncDatabase, stage: string): Promise<string> {
  const staged = await database.run(
    `SELECT CAST(count(*) AS TEXT), CAST(count(DISTINCT c0) AS TEXT) FROM ${stage}`,
  );
  return staged[0]?.[0] === staged[0]?.[1] ? stage : latestOf(stage);
}

/** A table, and the rows of a stage. */
export interface StagedTable {
  readonly table: EntityTable;
  /** SQL of the last row of each key. */
  readonly latest: string;
  readonly run: RunState;
}

/**
 * Writes a SELECT of the staged rows, in the types of a table.
 *
 * @param database - The target
 * @param staged - The table and the rows
 * @returns The SELECT
 */
export function selectRows(database: SyncDatabase, { table, latest, run }: StagedTable): string {
  const first = firstCell(run.columns);
  const stagedIndexes = new Map(run.columns.map((column, index) => [column.name, first + index]));
  const values = table.columns.map((column) => {
    const index = stagedIndexes.get(column.name);
    const value =
      index === undefined
        ? `CAST(NULL AS ${database.typeOf(column)})`
        : database.fromCell(column, `l.c${index}`);
    return `${value} AS ${quoteName(column.name)}`;
  });
  return `SELECT ${values.join(", ")} FROM ${latest} AS l WHERE l.op = 'SET'`;
}

/**
 * Writes a SELECT of the keys of a table that a run deletes.
 *
 * @param database - The target
 * @param staged - The table and the rows
 * @returns The SELECT
 */
export function goneKeys(database: SyncDatabase, { table, latest, run }: StagedTable): string {
  const first = firstCell(run.columns);
  const keys = keyColumnsOf(table.columns).map((column) => {
    const index = run.columns.findIndex(({ name }) => name === column.name);
    return database.fromCell(column, `l.c${first + index}`);
  });
  const staged = `SELECT ${keys.join(", ")} FROM ${latest} AS l WHERE l.op`;
  if (!run.isFull) return `${staged} = 'REMOVE'`;
  return `SELECT ${keyNames(table.columns)} FROM ${quoteName(table.name)} EXCEPT ${staged} = 'SET'`;
}

/** The deletions of a run. */
export interface DeletionFacts {
  /** Rows that would be deleted. */
  readonly deleted: number;
  /** Rows of the table. */
  readonly before: number;
  /** Whether a run that reads everything has returned no rows, which is more often a fault than the truth. */
  readonly isEmpty: boolean;
}

/**
 * Decides whether deletions require the consent of the user.
 *
 * @param facts - The deletions
 * @returns What is doubtful about them; `undefined` when they need no consent
 */
export function whyToAsk({ deleted, before, isEmpty }: DeletionFacts): string | undefined {
  if (deleted === 0) return undefined;
  if (isEmpty) return `the connector sent no rows, so all ${before} rows would be deleted`;
  const exceedsLimit = deleted > deletionLimit.rows && deleted > before * deletionLimit.share;
  return exceedsLimit ? `it would delete ${deleted} of ${before} rows` : undefined;
}

/** The last row of each key. */
function latestOf(stage: string): string {
  return `(SELECT * FROM (SELECT s.*, row_number() OVER (PARTITION BY s.c0 ORDER BY s.seq DESC) AS position FROM ${stage} AS s) AS ranked WHERE position = 1)`;
}

/**
 * @param label - Name of the type
 * @param reason - What is doubtful about its deletions
 * @returns The error
 */
export function doubtfulDeletions(label: string, reason: string): CommandError {
  return new CommandError(
    "unwritable",
    `Could not apply "${label}": ${reason}. Check the source; --dry-run lists them, and --allow-deletions deletes them.`,
  );
}
