import { CommandError } from "../command-line/command-error.js";
import { deletionLimit } from "../command-line/usage/sync-options.js";
import type { RunState } from "./sync-state.js";
import { type EntityTable, quoteName, type SyncDatabase } from "./targets/sync-database.js";

/** Options of {@link mergeStage}. */
export interface MergeOptions {
  /** Quoted name of the stage. */
  readonly stage: string;
  readonly run: RunState;
  /** Whether any number of rows may be deleted. */
  readonly allowsDeletions: boolean;
  /** Name of the type in errors. */
  readonly label: string;
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
  const count = async (sql: string) => Number((await database.run(sql))[0]?.[0] ?? 0);
  const name = quoteName(table.name);
  const key = quoteName(table.columns[0]?.name ?? "id");
  const staged = await database.run(
    `SELECT CAST(count(*) AS TEXT), CAST(count(DISTINCT c0) AS TEXT) FROM ${stage}`,
  );
  const latest = staged[0]?.[0] === staged[0]?.[1] ? stage : latestOf(stage);
  const gone = run.isFull
    ? `SELECT k.${key} FROM ${name} AS k LEFT JOIN ${latest} AS l ON l.c0 = k.${key} AND l.op = 'SET' WHERE l.c0 IS NULL`
    : `SELECT l.c0 FROM ${latest} AS l WHERE l.op = 'REMOVE'`;
  const before = await count(`SELECT CAST(count(*) AS TEXT) FROM ${name}`);
  const deleted = await count(`SELECT CAST(count(*) AS TEXT) FROM ${name} WHERE ${key} IN (${gone})`);
  const set = await count(`SELECT CAST(count(*) AS TEXT) FROM ${latest} AS l WHERE l.op = 'SET'`);
  const reason = whyToAsk({ deleted, before, isEmpty: run.isFull && set === 0 });
  if (!allowsDeletions && reason !== undefined) throw doubtfulDeletions(label, reason);
  if (deleted > 0) await database.run(`DELETE FROM ${name} WHERE ${key} IN (${gone})`);
  const stagedIndexes = new Map(run.columns.map((column, index) => [column.name, index]));
  const values = table.columns.map((column) => {
    const index = stagedIndexes.get(column.name);
    const value =
      index === undefined
        ? `CAST(NULL AS ${database.typeOf(column)})`
        : database.fromCell(column, `l.c${index}`);
    return `${value} AS ${quoteName(column.name)}`;
  });
  const select = `SELECT ${values.join(", ")} FROM ${latest} AS l WHERE l.op = 'SET'`;
  for (const statement of database.upsert(table, select)) await database.run(statement);
  const after = await count(`SELECT CAST(count(*) AS TEXT) FROM ${name}`);
  const inserted = after - (before - deleted);
  return { inserted, updated: set - inserted, deleted };
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

function doubtfulDeletions(label: string, reason: string): CommandError {
  return new CommandError(
    "unwritable",
    `Could not apply "${label}": ${reason}. Check the source; --dry-run lists them, and --allow-deletions deletes them.`,
  );
}
