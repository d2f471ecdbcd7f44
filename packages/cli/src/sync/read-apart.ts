import { checkInstalled } from "../command-line/optional-package.js";
import type { Column } from "./cells/column.js";
import { readRun } from "./read-run.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import { type RunState, shapeOf } from "./sync-state.js";
import { SyncStore } from "./sync-store.js";
import { fieldsOf, newRun } from "./synchronize.js";
import { SqliteDatabase } from "./targets/sqlite-database.js";
import { quoteName, quoteText, type SyncDatabase } from "./targets/sync-database.js";

/** Rows of a type that were read without touching the target. */
export interface RowsApart {
  readonly run: RunState;
  /** The last row of each key, in the order of the keys. */
  readonly rows: () => AsyncGenerator<readonly RowApart[]>;
  /** Returns which of some keys the rows have. */
  readonly has: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** A row that was read without touching the target. */
export interface RowApart {
  readonly key: string;
  readonly isRemoval: boolean;
  /** Cells by the columns of the run. */
  readonly cells: readonly (string | null)[];
}

const chunkRows = 500;

/**
 * Reads a type as a synchronization would, into a temporary database.
 *
 * @param type - Id of the type
 * @param plan - What the connector offers
 * @param options - The synchronization, whose store is only read
 * @param work - Uses the rows, before the temporary database is closed
 * @returns What the work returns
 */
export async function readApart<Result>(
  type: string,
  {
    plan,
    maxRows,
    ...options
  }: SynchronizeOptions & { readonly plan: SyncPlan; readonly maxRows?: number | undefined },
  work: (rows: RowsApart) => Promise<Result>,
): Promise<Result> {
  checkInstalled(["libsql"]);
  // An empty name is a temporary file, which SQLite deletes.
  const database = new SqliteDatabase("");
  try {
    const store = await SyncStore.open(database);
    await store.prepare([type]);
    const fields = fieldsOf(plan.schema, type);
    const shape = shapeOf(fields, options.filter);
    const known = options.store.stateOf(type);
    const columns = options.store.columnsFor(type, fields);
    const start = () => newRun(options, { shape, columns, known });
    await store.begin(type, start());
    const run = await readRun({ ...options, store, type, plan, start, maxRows });
    const stage = quoteName(`wellhead_stage_${store.stateOf(type)?.number ?? 1}`);
    await database.run(`CREATE INDEX wellhead_keys ON ${stage} (c0, seq)`);
    return await work({
      run,
      rows: () => rowsOf(database, stage, run.columns),
      has: (keys) => keysAmong(database, `SELECT DISTINCT c0 FROM ${stage} WHERE op = 'SET' AND c0`, keys),
    });
  } finally {
    await database.close();
  }
}

async function* rowsOf(
  database: SyncDatabase,
  stage: string,
  columns: readonly Column[],
): AsyncGenerator<readonly RowApart[]> {
  const cells = columns.map((_, index) => `c${index}`).join(", ");
  for (let after = "", isFirst = true; ; isFirst = false) {
    const from = isFirst ? "" : `WHERE c0 > ${quoteText(after)}`;
    const keys = `SELECT c0, max(seq) AS last FROM ${stage} ${from} GROUP BY c0 ORDER BY c0 LIMIT ${chunkRows}`;
    const rows = await database.run(
      `SELECT op, ${cells} FROM ${stage} JOIN (${keys}) AS k USING (c0) WHERE seq = k.last ORDER BY c0`,
    );
    if (rows.length === 0) return;
    yield rows.map(([op, ...row]) => ({ key: row[0] ?? "", isRemoval: op === "REMOVE", cells: row }));
    after = rows.at(-1)?.[1] ?? "";
  }
}

/**
 * Returns those of some keys that exist.
 *
 * @param database - The database
 * @param select - A SELECT that ends with the column of the keys
 * @param keys - The keys
 * @returns Those that the statement finds
 */
async function keysAmong(
  database: SyncDatabase,
  select: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await database.run(`${select} IN (${keys.map(quoteText).join(", ")})`);
  return new Set(rows.map(([key]) => key ?? ""));
}

/** A table as people read it. */
export interface StoredTable {
  readonly database: SyncDatabase;
  /** The SQL of it: a name or a file. */
  readonly relation: string;
  /** Its columns, the key first; empty before it exists. */
  readonly columns: readonly Column[];
}

/**
 * Reads rows of a table by their keys, as cells.
 *
 * @param table - The table
 * @param keys - The keys
 * @returns Cells by the columns of the table, by key
 */
export async function entitiesOf(
  { database, relation, columns }: StoredTable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  if (columns.length === 0 || keys.length === 0) return new Map();
  const texts = columns.map((column) => database.toText(column, quoteName(column.name)));
  const key = quoteName(columns[0]?.name ?? "id");
  const rows = await database.run(
    `SELECT ${texts.join(", ")} FROM ${relation} WHERE ${key} IN (${keys.map(quoteText).join(", ")})`,
  );
  return new Map(rows.map((row) => [row[0] ?? "", row]));
}

/**
 * Reads the keys of a table.
 *
 * @param table - The table
 * @returns Keys, some at a time
 */
export async function* keysOf({
  database,
  relation,
  columns,
}: StoredTable): AsyncGenerator<readonly string[]> {
  if (columns.length === 0) return;
  const key = quoteName(columns[0]?.name ?? "id");
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? "" : `WHERE ${key} > ${quoteText(after)}`;
    const rows = await database.run(
      `SELECT ${key} FROM ${relation} ${from} ORDER BY ${key} LIMIT ${chunkRows}`,
    );
    if (rows.length === 0) return;
    const keys = rows.map(([one]) => one ?? "");
    yield keys;
    after = keys.at(-1);
  }
}
