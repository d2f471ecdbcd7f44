import { type Column, keyColumnsOf } from "./cells/column.js";
import { comparedCell } from "./cells/compared-value.js";
import type { ComparedRow, RowComparison } from "./compare-rows.js";
import { readRun } from "./read-run.js";
import { firstCell } from "./staged-row.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import { type RunState, shapeOf } from "./sync-state.js";
import { SyncStore } from "./sync-store.js";
import { fieldsOf, newRun } from "./synchronize.js";
import { SqliteDatabase } from "./targets/sqlite-database.js";
import { keyNames, quoteName, quoteText, type SyncDatabase } from "./targets/sync-database.js";

/** Cells of a row, by its columns. */
export type Cells = readonly (string | null)[];

/** Options of {@link readApart}. */
export interface ReadApartOptions extends SynchronizeOptions {
  readonly plan: SyncPlan;
  /** Number of rows after which to stop. Default: all are read. */
  readonly maxRows?: number | undefined;
  /** Columns of the target that are compared. Default: only keys are compared. */
  readonly compared?: readonly Column[];
}

const chunkRows = 500;

/**
 * Reads a type as a synchronization would, without touching the target, and adds its rows to a comparison.
 *
 * @param type - Id of the type
 * @param comparison - Receives the rows of the source
 * @param options - The synchronization, whose store is only read
 * @returns The run
 */
export async function readApart(
  type: string,
  comparison: RowComparison,
  { plan, maxRows, compared = [], ...options }: ReadApartOptions,
): Promise<RunState> {
  // An empty name is a temporary file, which SQLite deletes.
  const database = new SqliteDatabase("");
  try {
    const store = await SyncStore.open(database);
    await store.prepare([type]);
    const fields = fieldsOf(plan.schema, type);
    const shape = shapeOf(fields, options.filter);
    const known = options.store.stateOf(type);
    const columns = options.store.columnsFor(type, fields, shape);
    const start = () => newRun(options, { shape, columns, known });
    await store.begin(type, start());
    const run = await readRun({ ...options, store, type, plan, start, maxRows });
    const stage = quoteName(`wellhead_stage_${store.stateOf(type)?.number ?? 1}`);
    for await (const rows of stagedRows(database, stage, { columns: run.columns, compared }))
      await comparison.add("source", rows);
    return run;
  } finally {
    await database.close();
  }
}

interface StagedColumns {
  readonly columns: readonly Column[];
  readonly compared: readonly Column[];
}

async function* stagedRows(
  database: SyncDatabase,
  stage: string,
  { columns, compared }: StagedColumns,
): AsyncGenerator<readonly ComparedRow[]> {
  const first = firstCell(columns);
  const cells = columns.map((_, index) => `c${first + index}`).join(", ");
  for (let after = ""; ; ) {
    const rows = await database.run(
      `SELECT seq, op, c0, ${cells} FROM ${stage} WHERE seq > ${quoteText(after)} ORDER BY seq LIMIT ${chunkRows}`,
    );
    if (rows.length === 0) return;
    yield rows.map(([_seq, op, label, ...row]) => ({
      key: comparedKey(columns, row),
      label: label ?? "",
      isRemoval: op === "REMOVE",
      cells: comparedCells({ columns, compared }, row),
    }));
    after = rows.at(-1)?.[0] ?? "";
  }
}

/**
 * Writes the cells of compared columns.
 *
 * @param columns - The columns of the cells, and those that are compared
 * @param cells - The cells of a row
 * @returns The compared cells; `null` where the row does not have the column
 */
function comparedCells({ columns, compared }: StagedColumns, cells: Cells): Cells {
  return compared.map((column) => {
    const index = columns.findIndex(({ field }) => field === column.field);
    return index === -1 ? null : comparedCell(column, cells[index] ?? null);
  });
}

function comparedKey(columns: readonly Column[], cells: Cells): string {
  return JSON.stringify(
    keyColumnsOf(columns).map((column) => comparedCell(column, cells[columns.indexOf(column)] ?? null)),
  );
}

/** A table as people read it. */
export interface StoredTable {
  readonly database: SyncDatabase;
  /** The SQL of it: a name or a file. */
  readonly relation: string;
  /** Its columns; empty before it exists. */
  readonly columns: readonly Column[];
}

/** Rows that are read at once. Every one of these readings may read all of a file. */
const chunkOfTarget = 5000;

/**
 * Reads the rows of a table in the order of its key.
 *
 * @param table - The table
 * @param compared - Columns to compare; the key is read in any case
 * @returns Rows, some at a time
 */
export async function* rowsOf(
  { database, relation, columns }: StoredTable,
  compared: readonly Column[],
): AsyncGenerator<readonly ComparedRow[]> {
  const key = keyColumnsOf(columns);
  if (key.length === 0) return;
  const read = [...key, ...compared.filter((column) => columns.includes(column) && !key.includes(column))];
  const texts = read.map((column) => database.toText(column, quoteName(column.name))).join(", ");
  const names = keyNames(columns);
  for (let from = ""; ; ) {
    const rows = await database.run(
      `SELECT ${texts} FROM ${relation} ${from} ORDER BY ${names} LIMIT ${chunkOfTarget}`,
    );
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      key: comparedKey(read, row),
      label: key.length === 1 ? (row[0] ?? "") : JSON.stringify(row.slice(0, key.length)),
      cells: comparedCells({ columns: read, compared }, row),
    }));
    const last = rows.at(-1) ?? [];
    const values = key.map((column, index) => database.fromCell(column, quoteText(last[index] ?? "")));
    from = `WHERE (${names}) > (${values.join(", ")})`;
  }
}
