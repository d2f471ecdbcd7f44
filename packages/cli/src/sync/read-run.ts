import { ConnectorError } from "@wellhead/client";
import { CellWriter, type Column, cellText, keyColumnsOf } from "./cells/column.js";
import { type PackedRows, packRows } from "./cells/packed-rows.js";
import { PageWriter } from "./page-writer.js";
import { waitToRetry } from "./retry.js";
import { stagedRow } from "./staged-row.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import type { RunState } from "./sync-state.js";

/** Options of {@link readRun}. */
export interface ReadRunOptions extends SynchronizeOptions {
  readonly type: string;
  readonly plan: SyncPlan;
  /** Creates a new run of the type, if the connector no longer accepts a position. */
  readonly start: () => RunState;
  /** Number of rows after which reading stops early. Default: it reads to the end. */
  readonly maxRows?: number | undefined;
}

/**
 * Reads a run from its saved state to its last page, and stages each page with the state after it. Continues after
 * temporary failures, and restarts once if the connector refuses a saved position.
 *
 * @param options - Connector, store and type; the run has begun
 * @returns The complete run
 * @throws ConnectorError when the connector refuses, or fails too often
 */
export async function readRun(options: ReadRunOptions): Promise<RunState> {
  const { type, store } = options;
  options.begin(type, currentRun(options).rows);
  let failures = 0;
  let isStale = false;
  let hasRestarted = false;
  for (;;) {
    const run = currentRun(options);
    if (run.isComplete || run.rows >= (options.maxRows ?? Number.POSITIVE_INFINITY)) return run;
    const { pages } = run;
    try {
      await readPages(options, run, isStale);
    } catch (error) {
      if (!(error instanceof ConnectorError) || options.signal.aborted) throw error;
      const after = currentRun(options);
      const hasAdvanced = after.pages > pages;
      failures = hasAdvanced ? 1 : failures + 1;
      // A long run may outlive several access tokens.
      if (hasAdvanced) isStale = false;
      const isUnauthorized = error.status === 401;
      const isPositionRefused = isFinalRefusal(error) && after.position !== undefined && !hasRestarted;
      if (isUnauthorized && !isStale) {
        isStale = true;
      } else if (isPositionRefused) {
        hasRestarted = true;
        options.note(
          `${type}: begins again, because the connector refuses the saved position: ${error.message}`,
        );
        await store.begin(type, options.start());
      } else await waitToRetry(error, { ...options, subject: type, failures });
    }
  }
}

/** A request that can never succeed. */
function isFinalRefusal({ code, isRetryable, status = 0 }: ConnectorError): boolean {
  return code === "refused" && !isRetryable && status !== 401 && status !== 403;
}

async function readPages(options: ReadRunOptions, begun: RunState, isStale: boolean): Promise<void> {
  const { synchronizer, store, type, plan, filter, signal } = options;
  const account = await options.account(isStale);
  const pages = synchronizer.pages({
    type,
    types: plan.types,
    account,
    validate: false,
    filter,
    schema: plan.schema,
    operationId: begun.id,
    exact: isExactRun(begun),
    signal,
    ...(plan.version !== "" && { version: plan.version }),
    ...(begun.since !== undefined && { lastSynchronizedAt: begun.since }),
    ...(begun.position !== undefined && { from: begun.position }),
  });
  let run = begun;
  const writer = new PageWriter(store, type, options.now);
  try {
    for await (const page of pages) {
      const { rows, columns } = stageRows(type, page.rows, run);
      const { position: _, ...rest } = run;
      run = {
        ...rest,
        ...(page.state !== undefined && { position: page.state }),
        pages: run.pages + 1,
        rows: run.rows + rows.count,
        isFull: run.isFull && !page.isDelta,
        isComplete: page.state === undefined,
        columns,
      };
      await writer.add(rows, run);
      options.page({
        type,
        rows: run.rows,
        expectedRows: run.isFull ? store.stateOf(type)?.fullRows : undefined,
      });
      if (run.rows >= (options.maxRows ?? Number.POSITIVE_INFINITY)) return;
    }
  } finally {
    await writer.end();
  }
}

function currentRun({ store, type }: ReadRunOptions): RunState {
  const run = store.stateOf(type)?.run;
  if (run === undefined) throw new TypeError(`expected a run of "${type}"`);
  return run;
}

function isExactRun({ columns }: RunState): boolean {
  return columns.some(({ isExact }) => isExact === true);
}

type RowMember = (row: Readonly<Record<string, unknown>>) => unknown;

/** Makes a function that reads a member of a row. Only names that every object inherits need a closer look. */
function memberReader(name: string): RowMember {
  if (!(name in Object.prototype)) return (row) => row[name];
  return (row) => (Object.hasOwn(row, name) ? row[name] : undefined);
}

const readId = memberReader("id");
const readAction = memberReader("__syncAction");

/**
 * Writes the rows of a page as cells.
 *
 * @param type - Id of the type, for errors
 * @param rows - Rows as the connector sent them
 * @param run - The run before the page
 * @returns Rows of the stage, and the columns with what the rows need
 * @throws ConnectorError `invalid` when a row has no id
 */
function stageRows(
  type: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  run: RunState,
): { readonly rows: PackedRows; readonly columns: readonly Column[] } {
  const writers = run.columns.map((column) => new CellWriter(column));
  const keys = keyColumnsOf(run.columns).length;
  const members = run.columns.map(({ field }) => memberReader(field));
  const staged = rows.map((row, index) => {
    const id = readId(row);
    if (id === undefined || id === null || id === "") {
      throw new ConnectorError(
        "invalid",
        `Could not read a page of "${type}": items[${index}] has no id. Report this to the author of the connector.`,
      );
    }
    const action = readAction(row);
    const isRemoval = action !== undefined && cellText(action).toUpperCase() === "REMOVE";
    const values = isExactRun(run) ? sourceRowOf(row, type, index) : row;
    const cells = writers.map((writer, position) => {
      const { kind, keyPosition } = writer.column;
      if (kind === "key") return cellText(id);
      if (isRemoval && keyPosition === undefined) return null;
      const value = members[position]?.(values);
      // JSON does not have every value that a key can have, such as NaN. The text of the key has it.
      return writer.write(
        keyPosition === undefined ? value : (value ?? keyPart(cellText(id), keyPosition, keys)),
      );
    });
    return stagedRow({ number: run.rows + index, isRemoval, key: cellText(id), cells }, run.columns);
  });
  return { rows: packRows(staged), columns: writers.map((writer) => writer.column) };
}

type JsonRow = Readonly<Record<string, unknown>>;

/** Returns the row of the source that an item has. */
function sourceRowOf(item: JsonRow, type: string, index: number): JsonRow {
  const row = item["row"];
  if (typeof row === "object" && row !== null && !Array.isArray(row)) {
    // An object that is not an array can be read as a record with string keys.
    return row as JsonRow;
  }
  throw new ConnectorError(
    "invalid",
    `Could not read a page of "${type}": items[${index}] has no row, as another version of the connector sends it. Run the command again once all replicas have the same version.`,
  );
}

/** Returns a part of the text of a key. */
function keyPart(key: string, position: number, parts: number): unknown {
  if (parts === 1) return key;
  const texts: unknown = JSON.parse(key);
  return Array.isArray(texts) ? texts[position] : undefined;
}
