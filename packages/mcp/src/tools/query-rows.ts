import type { Source } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import {
  type FilteredTable,
  type LoadedReading,
  loadReadings,
  type PlannedReading,
  planReadings,
  Results,
  type StatementReads,
} from "@wellhead/results";
import type { ConnectorCalls } from "../connectors/connector-calls.js";
import { ToolError } from "../errors/tool-error.js";
import type { JobContext, JobResult } from "../jobs/jobs.js";
import { describeProvenance } from "../jobs/provenance.js";
import type { Workspace } from "../workspace/workspace.js";
import { sqlName } from "./sql-name.js";

/** Values of filters, by id. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** Filters of one source. */
export interface SourceFilter {
  readonly connector: string;
  readonly source: string;
  readonly filter: FilterValues;
}

/** A statement to run. */
export interface StatementOptions {
  readonly sql: string;
  readonly filters: readonly SourceFilter[];
  /** Whether missing rows are accepted. */
  readonly allowsPartial: boolean;
  /** What happens to values that do not fit the type of their column. */
  readonly unfit: "refuse" | "null";
}

/** A query under way. */
interface Query extends Pick<StatementOptions, "allowsPartial" | "unfit"> {
  readonly workspace: Workspace;
  readonly context: JobContext;
  readonly calls: ConnectorCalls;
  readonly startMs: number;
}

/**
 * Runs one SELECT over the rows of connectors.
 *
 * @param statement - The statement and its filters
 * @param workspace - Connectors and limits
 * @param context - Signal and progress of the job
 * @returns The rows of its result
 */
export async function runSqlQuery(
  { sql, filters, ...options }: StatementOptions,
  workspace: Workspace,
  context: JobContext,
): Promise<JobResult> {
  const query = beginQuery(workspace, context, options);
  const reads = await workspace.parser.inspect(sql);
  const readings = await plan(reads, filters, query);
  return withEngine(query, async (results) => {
    const loaded = await load(readings, results, query);
    const table = await results.query(sql);
    return { ...resultOf(loaded, query), table, rowCount: table.rowCount, hasMore: false };
  });
}

/** A source to read. */
export interface ReadOptions extends SourceFilter, Pick<StatementOptions, "allowsPartial" | "unfit"> {
  /** Columns to keep. Default: all. */
  readonly columns: readonly string[] | undefined;
  /** Maximum number of rows. */
  readonly limit: number;
}

/**
 * Reads rows of one source. It asks for one row more than the limit, which shows whether there are more.
 *
 * @param read - The source
 * @param workspace - Connectors and limits
 * @param context - Signal and progress of the job
 * @returns The rows
 */
export async function readSourceRows(
  read: ReadOptions,
  workspace: Workspace,
  context: JobContext,
): Promise<JobResult> {
  const query = beginQuery(workspace, context, read);
  const reads: StatementReads = {
    tables: [{ schema: read.connector, name: read.source }],
    columns: read.columns && new Set(read.columns.map((column) => column.toLowerCase())),
    conditions: [],
    limit: read.limit + 1,
  };
  const planned = await plan(reads, [read], query);
  // The first rows do not show the types of columns that nobody declares, so each value is shown as it is.
  const readings = planned.map((reading) =>
    reading.unpushed === undefined ? reading : { ...reading, limit: read.limit + 1, otherType: "json" },
  );
  return withEngine(query, async (results) => {
    const [reading] = await load(readings, results, query);
    if (reading === undefined) throw new TypeError("expected one reading");
    const hasMore = reading.rowCount > read.limit;
    const { connection, source } = reading.reading;
    // The rows beyond the limit are not part of the result, which can be exported.
    const sql = `SELECT * FROM ${sqlName(connection.name, source.id)} LIMIT ${read.limit}`;
    const isChecked = hasMore || reading.unfit.length > 0;
    const table = isChecked ? await results.query(sql) : reading.table;
    return { ...resultOf([reading], query), table, rowCount: table.rowCount, hasMore };
  });
}

/**
 * Returns the requests that a statement would need, without reading rows.
 *
 * @param statement - The statement and its filters
 * @param workspace - Connectors and limits
 * @param signal - Ends the requests
 * @returns The readings
 */
export async function planSqlQuery(
  { sql, filters }: Pick<StatementOptions, "sql" | "filters">,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly PlannedReading[]> {
  const reads = await workspace.parser.inspect(sql);
  return plan(reads, filters, { calls: workspace.calls(), context: { signal } });
}

function beginQuery(
  workspace: Workspace,
  context: JobContext,
  { allowsPartial, unfit }: Pick<StatementOptions, "allowsPartial" | "unfit">,
): Query {
  // The engine starts while the connectors handle the requests.
  Results.prepare(workspace.spare);
  return { workspace, context, allowsPartial, unfit, calls: workspace.calls(), startMs: workspace.now() };
}

async function withEngine(
  { workspace: { limits, spare }, context: { signal } }: Query,
  run: (results: Results) => Promise<Omit<JobResult, "close">>,
): Promise<JobResult> {
  const { maxMemory, timeoutMs } = limits;
  const results = await Results.open({ maxMemory, timeoutMs, signal, spare });
  const close = () => results.close();
  try {
    return { ...(await run(results)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function plan(
  reads: StatementReads,
  filters: readonly SourceFilter[],
  {
    calls,
    context: { signal },
  }: { readonly calls: ConnectorCalls; readonly context: Pick<JobContext, "signal"> },
): Promise<readonly PlannedReading[]> {
  return planReadings(reads, {
    connectors: calls.queried(signal),
    filters: (tables) => filtersOf(tables, filters),
    signal,
  });
}

function load(
  readings: readonly PlannedReading[],
  results: Results,
  { workspace, context, calls, allowsPartial, unfit }: Query,
): Promise<readonly LoadedReading[]> {
  const { maxSourceRows } = workspace.limits;
  let rows = 0;
  return loadReadings(readings, {
    results,
    allowsPartial,
    unfit,
    validates: workspace.validates,
    signal: context.signal,
    onAccount: (connection, account) => calls.keepAccount(connection, account),
    onBatch: (count) => {
      rows += count;
      context.addRows(count);
      if (rows > maxSourceRows)
        throw new ToolError(
          `Could not read the rows: there are more than ${maxSourceRows}, the maximum of one query. Narrow it with filters.`,
        );
    },
  });
}

function resultOf(
  loaded: readonly LoadedReading[],
  { calls, startMs }: Query,
): Pick<JobResult, "provenance" | "notes"> {
  const provenance = describeProvenance(startMs, loaded, calls.requests);
  const isFiltered = loaded.some(
    ({ reading, rowCount }) => rowCount === 0 && Object.keys(reading.filter).length > 0,
  );
  const notes = [
    ...(provenance.complete
      ? []
      : ["Rows are missing; provenance names the sources. Do not treat the result as complete."]),
    ...loaded.flatMap(({ reading, unfit }) =>
      unfit.map(
        ({ key, declared, count, first }) =>
          `Values that do not fit the type ${declared} are NULL: ${count} in the column "${key}" of ${reading.connection.name}."${reading.source.id}", the first is ${first}.`,
      ),
    ),
    ...loaded.flatMap(({ reading, omitted }) =>
      omitted.length === 0
        ? []
        : [
            `${reading.connection.name}."${reading.source.id}" has members that it does not declare. SELECT * omits them, name them to read them: ${omitted.slice(0, 20).join(", ")}.`,
          ],
    ),
    ...(isFiltered
      ? ["A source returned no rows for its filter. filter_options lists values that exist."]
      : []),
  ];
  return { provenance, notes };
}

/**
 * Finds the filter of each table. A filter that matches no table or no field is an error, because ignoring it would
 * read more rows.
 */
function filtersOf(
  tables: readonly FilteredTable[],
  filters: readonly SourceFilter[],
): readonly FilterValues[] {
  const isOf = ({ connector, source }: SourceFilter, table: FilteredTable) =>
    connector.toLowerCase() === table.name.toLowerCase() &&
    source.toLowerCase() === table.source.id.toLowerCase();
  for (const filter of filters)
    if (!tables.some((table) => isOf(filter, table)))
      throw new ToolError(
        `Could not use the filter of ${filter.connector}."${filter.source}": the statement does not read this source. Name the source in FROM.`,
      );
  return tables.map((table) => {
    const own = filters.filter((filter) => isOf(filter, table));
    const values = Object.fromEntries(own.flatMap(({ filter }) => Object.entries(filter)));
    checkFields(values, table.source);
    return values;
  });
}

function checkFields(filter: FilterValues, source: Source): void {
  const known = source.filter.filter(({ type }) => type !== "link").map(({ id }) => id);
  const unknown = Object.keys(filter).find((id) => !known.includes(id));
  if (unknown === undefined) return;
  throw new ToolError(
    `Could not use the filter "${unknown}" of "${source.id}": it has no such filter.${didYouMean(unknown, known)} Filters: ${known.join(", ") || "none"}. Use SQL to select rows by columns.`,
  );
}
