import {
  type EncodedBatch,
  type EncodedRows,
  encodedRows,
  type RowEncoding,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { arrowTypeOf } from "../encode/vectors/arrow-type.js";
import { BIGINT } from "../engine/duckdb.js";
import { quoteName } from "../engine/quote.js";
import { type FileCondition, type OpenTable, openTable } from "../tables/table.js";
import { chosenColumns, clusterRows } from "./cluster-rows.js";
import { earlyRows } from "./early-rows.js";
import { engineCondition } from "./engine-condition.js";
import type { ReadRowsOptions } from "./read-rows-options.js";
import { rowNumberOf } from "./row-number.js";
import { type FileEncoding, type RowsPlan, runPlan } from "./run-plan.js";

/** Number of first rows that are read by a statement of their own. */
const fewRows = 4096;

/**
 * Minimum file size in bytes for which reading the first rows separately is worth it. The rows of smaller files arrive
 * as early without it.
 */
const largeFile = 4 * 2 ** 20;

/**
 * Returns the rows of a table, or of the user's SQL, as bytes.
 *
 * @param options - The table, the filter and the request
 * @returns The rows; the engine starts when the first of them is requested
 * @throws ConnectorError `invalid_field` when the SQL cannot be run
 */
export async function readRows(options: ReadRowsOptions): Promise<EncodedRows | readonly []> {
  const { sql, engines, context, table } = options;
  if (sql !== undefined) return await engines.rows(sql, context);
  if (table.select === undefined) return [];
  const plan = tablePlan(options);
  const encode = clusterRows(options) ?? ((encoding: RowEncoding) => openedRows(plan, options, encoding));
  return encodedRows({
    columns: plan.columns.map(({ name }) => name),
    encode,
    // Another engine may read the rows of a cluster, and writes them as text.
    ...(options.cluster === undefined && {
      arrow: {
        types: plan.columns.map(({ type }) => arrowTypeOf(type)),
        encode: () => openedRows(plan, options, { format: "arrow", skip: 0 }),
      },
    }),
  });
}

/** Opens the files and passes their rows on. */
async function* openedRows(
  plan: TablePlan,
  options: ReadRowsOptions,
  encoding: FileEncoding,
): AsyncGenerator<EncodedBatch> {
  const { table, storage, context } = options;
  const condition = fileCondition(options);
  const opened = await openTable(table, { storage, signal: context.signal, condition });
  if (condition !== undefined)
    context.log.info("files chosen", { chosen: opened.files.length, files: table.parts?.files.length });
  try {
    const remote = encoding.format === "arrow" ? undefined : clusterRows(options, opened.parts)?.(encoding);
    yield* remote ?? embeddedRows(plan, { ...options, opened }, encoding);
  } finally {
    opened.close();
  }
}

/**
 * Passes the rows of the embedded engine on, and then checks that they are complete: the file is complete, its columns have
 * the types its first rows showed, and it did not change during the read.
 */
async function* embeddedRows(
  plan: TablePlan,
  options: ReadRowsOptions & { readonly opened: OpenTable },
  encoding: FileEncoding,
): AsyncGenerator<EncodedBatch> {
  const { storage, opened } = options;
  try {
    const rows = isLarge(options) ? readEarly : runPlan;
    yield* rows({ ...plan, from: plan.from(opened.select ?? "") }, options, encoding);
    await opened.check();
  } catch (error) {
    // A file that changed may look damaged.
    await storage.checkUnchanged(opened.files);
    throw error;
  }
  await storage.checkUnchanged(opened.files);
}

/** Returns the condition on the columns that have one value per file; `undefined` when all files are needed. */
function fileCondition({ table, where, context }: ReadRowsOptions): FileCondition | undefined {
  // Row numbers, which a platform that synchronizes reads, count the rows of all files.
  if (table.parts === undefined || context.page !== undefined) return undefined;
  return engineCondition(where(context.filter, table.parts.columns));
}

/**
 * Returns whether to read the first rows separately. With a filter, matching rows may be few and far apart, so the
 * first ones would take a search of their own. Long rows would need the memory twice.
 */
function isLarge({ table, where, context }: ReadRowsOptions): boolean {
  const isWhole = where(context.filter).length === 0 && page(context) === "";
  return isWhole && table.hasLongRows !== true && table.file.size >= largeFile;
}

/**
 * Reads the first rows with a statement of their own, because a statement for all rows returns none until many are
 * ready.
 */
function readEarly(
  plan: RowsPlan,
  options: ReadRowsOptions,
  encoding: FileEncoding,
): AsyncGenerator<EncodedBatch> {
  const { name } = options.table.file;
  const few = { ...plan, from: `${plan.from} LIMIT ${fewRows}` };
  const many: RowsPlan = { ...plan, streamingBufferSize: "3500KB" };
  if (encoding.format === "arrow") return readEarlyBatches(few, many, options);
  return earlyRows({
    first: runPlan(few, options, encoding),
    all: runPlan(many, options, encoding),
    separator: encoding.separator,
    changed: () =>
      upstreamUnavailable(`Could not read "${name}": the file changed while it was read. Try again.`),
  });
}

/** Record batches cannot be compared as text is. The check at the end fails if the file changed between the statements. */
async function* readEarlyBatches(
  few: RowsPlan,
  many: RowsPlan,
  options: ReadRowsOptions,
): AsyncGenerator<EncodedBatch> {
  let rows = 0;
  for await (const batch of runPlan(few, options, { format: "arrow", skip: 0 })) {
    rows += batch.rows;
    yield batch;
  }
  if (rows === fewRows) yield* runPlan(many, options, { format: "arrow", skip: fewRows });
}

/** A plan for the rows of a table whose files are not open yet. */
interface TablePlan extends Omit<RowsPlan, "from"> {
  /** Returns SQL after FROM for the SELECT of the open files. */
  readonly from: (select: string) => string;
}

function tablePlan({ table, where, context }: ReadRowsOptions): TablePlan {
  const chosen = chosenColumns(table, context.filter["columns"]).map(({ id, type }) => ({ name: id, type }));
  const condition = engineCondition(where(context.filter));
  // Only a platform that synchronizes needs to identify rows.
  const number = context.page === undefined ? undefined : rowNumberOf(table.columns);
  const numbered = (select: string): string =>
    number === undefined ? select : `SELECT row_number() OVER () AS ${quoteName(number)}, * FROM (${select})`;
  return {
    columns: number === undefined ? chosen : [{ name: number, type: BIGINT }, ...chosen],
    from: (select) =>
      `(${numbered(select)})${condition === undefined ? "" : ` WHERE ${condition.sql}`}${page(context)}`,
    values: condition?.values ?? [],
    ...(table.hasLongRows === true && { hasLongRows: true }),
    streamingBufferSize: "3MB",
  };
}

function page({ limit, skip }: ReadRowsOptions["context"]): string {
  return `${limit === undefined ? "" : ` LIMIT ${limit}`}${skip === 0 ? "" : ` OFFSET ${skip}`}`;
}
