import {
  ConnectorError,
  type EntityField,
  type EntitySchema,
  type SynchronizerConfig,
} from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { usageError } from "../command-line/command-error.js";
import type { Column } from "./cells/column.js";
import { describeRelations, linkTables, unlinkTables } from "./link-tables.js";
import type { MergeResult } from "./merge-stage.js";
import { type ReadRunOptions, readRun } from "./read-run.js";
import { type RetryWorld, withAccount } from "./retry.js";
import { describeChanges } from "./schema-changes.js";
import type { SynchronizeOptions, SyncPlan } from "./sync-options.js";
import { type RunState, shapeOf } from "./sync-state.js";
import type { SyncStore } from "./sync-store.js";
import type { ForeignKey } from "./targets/sync-database.js";

/** The result of one type. */
export interface TypeResult extends MergeResult {
  readonly type: string;
  /** Rows that were read. */
  readonly rows: number;
  readonly isFull: boolean;
}

/** A type that could not be synchronized. */
export interface TypeFailure {
  readonly type: string;
  readonly error: unknown;
}

/**
 * Requests the types of a connector, again and again while it fails temporarily.
 *
 * @param options - Connector, account, progress and clock
 * @returns Types, filter form and version
 * @throws ConnectorError when the connector refuses, or fails too often
 */
export function requestConfig(
  options: RetryWorld & Pick<SynchronizeOptions, "synchronizer" | "account">,
): Promise<SynchronizerConfig> {
  const { synchronizer, signal } = options;
  return withAccount("configuration", options, (account) =>
    synchronizer.config({ account, validate: false, signal }),
  );
}

/**
 * Requests the types of a connector and finds the selected ones.
 *
 * @param options - Connector, account, filter and ids of the chosen types
 * @returns The chosen types and their fields
 * @throws CommandError when a chosen type does not exist
 * @throws ConnectorError when the connector refuses
 */
export async function planTypes(
  options: RetryWorld &
    Pick<SynchronizeOptions, "synchronizer" | "types" | "filter" | "config" | "account" | "isExact">,
): Promise<SyncPlan> {
  const { synchronizer, filter, signal } = options;
  const config = options.config ?? (await requestConfig(options));
  const known = config.types.map(({ id }) => id);
  const types = options.types ?? known;
  for (const type of types) {
    if (known.includes(type)) continue;
    throw usageError(
      `Could not find the type "${type}": the connector does not have it.${didYouMean(type, known)}`,
      { details: ["Types:", ...known.map((id) => `  ${id}`)] },
    );
  }
  const schema = await withAccount("schema", options, (account) =>
    synchronizer.schema({
      types,
      account,
      filter,
      exact: options.isExact !== false,
      validate: false,
      signal,
    }),
  );
  return { types: [...new Set(types)], schema, version: config.version };
}

/**
 * Updates a target. Each type is read to its end and then applied in one transaction; a type that fails does not stop
 * the others.
 *
 * @param options - Connector, target, types and limits; `applied` is called when a type is up to date
 * @returns The outcome of each type
 * @throws Error of the target, and the reason of the signal
 */
export async function synchronize(
  options: SynchronizeOptions & { readonly applied?: (result: TypeResult) => Promise<void> },
): Promise<{ readonly results: readonly TypeResult[]; readonly failures: readonly TypeFailure[] }> {
  const { store, signal } = options;
  const plan = await planTypes(options);
  if (options.types === undefined) {
    for (const type of store.types.filter((one) => !plan.types.includes(one)))
      options.note(`${type}: the connector no longer has the type. Its table stays as it is.`);
  }
  await store.prepare(plan.types);
  await unlinkTables(store);
  const results: TypeResult[] = [];
  const failures: TypeFailure[] = [];
  for (const type of plan.types) {
    signal.throwIfAborted();
    try {
      const result = await synchronizeCurrent(type, plan, options);
      await options.applied?.(result);
      results.push(result);
    } catch (error) {
      if (signal.aborted) throw error;
      failures.push({ type, error });
    }
  }
  await linkTables(store, options.note);
  return { results, failures };
}

/** Synchronizes a type. When its columns have changed since they were requested, begins again with those of now. */
async function synchronizeCurrent(
  type: string,
  plan: SyncPlan,
  options: SynchronizeOptions,
): Promise<TypeResult> {
  try {
    return await synchronizeType(type, plan, options);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== "refused" || error.status !== 400) throw error;
    const current = await planTypes({ ...options, types: plan.types, config: undefined });
    const shapeIn = ({ schema }: SyncPlan) => shapeOf(schema.types.get(type) ?? [], options.filter);
    if (shapeIn(current) === shapeIn(plan)) throw error;
    options.note(`${type}: begins again, because its columns have changed.`);
    return synchronizeType(type, current, options);
  }
}

async function synchronizeType(
  type: string,
  plan: SyncPlan,
  options: SynchronizeOptions,
): Promise<TypeResult> {
  const { store } = options;
  const fields = fieldsOf(plan.schema, type);
  const shape = shapeOf(fields, options.filter);
  const known = store.stateOf(type);
  const start = (): RunState =>
    newRun(options, { shape, columns: store.columnsFor(type, fields, shape), known });
  const resumed = known?.run?.shape === shape && !(options.isFull && known.run.since !== undefined);
  if (!resumed) await store.begin(type, start());
  else if (known.run.pages > 0)
    options.note(`${type}: goes on after ${known.run.rows} rows of an earlier run.`);
  const run = await readExactly({ ...options, type, plan, start });
  const foreignKeys = foreignKeysOf(type, { fields, columns: run.columns, store, types: plan.types });
  const isNewShape = known?.shape !== shape;
  for (const change of describeChanges(known?.columns ?? [], run.columns, {
    database: store.database,
    isNewShape,
  })) {
    options.note(`${type}: ${change}`);
  }
  const { allowsDeletions } = options;
  const result = await store.apply(type, { fields, foreignKeys, allowsDeletions, label: type });
  await describeRelations(store, type, fields);
  return { type, rows: run.rows, isFull: run.isFull, ...result };
}

/**
 * Reads a run. Dates whose column becomes text are read again with all rows: texts of the source may differ from those of
 * the dates that the table has.
 */
async function readExactly(options: ReadRunOptions): Promise<RunState> {
  const { type, store, start } = options;
  const run = await readRun(options);
  const before = new Map((store.stateOf(type)?.columns ?? []).map((column) => [column.field, column]));
  const isLossy = ({ field, kind, isExact }: Column, database = store.database) => {
    const old = before.get(field);
    const becomes = run.columns.find((column) => column.field === field);
    return (
      isExact === true &&
      kind === "date" &&
      old !== undefined &&
      becomes !== undefined &&
      database.typeOf(old) !== database.typeOf(becomes)
    );
  };
  if (run.isFull || !run.columns.some((column) => isLossy(column))) return run;
  options.note(`${type}: reads all rows, because a column of dates has other values now.`);
  const { since: _, ...fresh } = start();
  await store.begin(type, { ...fresh, columns: run.columns });
  return readRun(options);
}

/**
 * Returns the fields that contain data: all columns of the source, otherwise all except the one that states what happens to
 * a row.
 *
 * @param schema - What the connector returned
 * @param type - Id of the type
 * @throws ConnectorError `invalid` when the schema does not have the type; without its fields, every value would be lost
 */
export function fieldsOf(schema: EntitySchema, type: string): readonly EntityField[] {
  const fields = schema.types.get(type);
  if (fields !== undefined)
    return fields.filter(({ id, column }) => column !== undefined || id !== "__syncAction");
  throw new ConnectorError(
    "invalid",
    `Could not read the fields of "${type}": POST schema does not return the type. Report this to the author of the connector.`,
  );
}

interface NewRunOptions {
  readonly shape: string;
  readonly columns: readonly Column[];
  readonly known: { readonly shape: string; readonly completedAt?: string } | undefined;
}

/**
 * Makes a run: for changes when the last complete run had the same shape, else for everything.
 *
 * @param options - Clocks, lookback, and whether to request everything
 * @param what - Shape and columns of the run, and what is known of earlier ones
 * @returns The run before its first page
 */
export function newRun(options: SynchronizeOptions, { shape, columns, known }: NewRunOptions): RunState {
  const now = options.now();
  // If a clock is fast, changes would be skipped until the other clock has caught up.
  const startedAt = Math.min(now, options.serverTime() ?? now);
  const completedAt = known?.shape === shape && !options.isFull ? known.completedAt : undefined;
  const since = completedAt && Math.min(Date.parse(completedAt), startedAt) - options.lookbackMs;
  return {
    id: options.makeId(),
    startedAt: new Date(startedAt).toISOString(),
    ...(typeof since === "number" && { since: new Date(since).toISOString() }),
    pages: 0,
    rows: 0,
    isFull: true,
    isComplete: false,
    columns,
    shape,
  };
}

interface ForeignKeysOptions {
  readonly fields: readonly EntityField[];
  readonly columns: readonly Column[];
  readonly store: SyncStore;
  readonly types: readonly string[];
}

/** References to the keys of types that are synchronized too. A column of several references cannot have one. */
function foreignKeysOf(
  type: string,
  { fields, columns, store, types }: ForeignKeysOptions,
): readonly ForeignKey[] {
  return fields.flatMap(({ id, relation }): ForeignKey[] => {
    const column = columns.find(({ field }) => field === id);
    if (relation === undefined || relation.targetFieldId !== "id" || column?.kind === "list") return [];
    if (column === undefined) return [];
    const target = store.stateOf(relation.targetType)?.table;
    const table = store.stateOf(type)?.table;
    if (target === undefined || table === undefined || !types.includes(relation.targetType)) return [];
    return [{ table, column: column.name, target }];
  });
}
