import {
  type EncodedBatch,
  type EncodedRows,
  encodedRows,
  type RowEncoding,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { BIGINT } from "../engine/duckdb.js";
import { quoteName } from "../engine/quote.js";
import { checkUnchanged } from "../folder/file-version.js";
import type { FoundFile } from "../folder/found-file.js";
import { filesOf, type ReadableTable } from "../tables/table.js";
import { earlyRows } from "./early-rows.js";
import type { ReadRowsOptions } from "./read-rows-options.js";
import { rowNumberOf } from "./row-number.js";
import { type RowsPlan, runPlan } from "./run-plan.js";

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
  if (options.sql !== undefined) return options.engines.rows(options.sql, options.context);
  const { table, files } = await chooseFiles(options);
  const plan = tablePlan({ ...options, table });
  if (plan === undefined) return [];
  return encodedRows({
    columns: plan.columns.map(({ name }) => name),
    encode: (encoding) =>
      checkedRows((isLarge(options) ? readEarly : runPlan)(plan, options, encoding), table, files),
  });
}

/**
 * Passes rows on, and then checks that they are complete: the file is complete, its columns have the types its first
 * rows showed, and it did not change during the read.
 */
async function* checkedRows(
  rows: AsyncGenerator<EncodedBatch>,
  table: ReadableTable,
  files: readonly FoundFile[],
): AsyncGenerator<EncodedBatch> {
  try {
    yield* rows;
    await table.check();
  } catch (error) {
    // A file that changed may look damaged.
    for (const file of files) await checkUnchanged(file);
    throw error;
  }
  for (const file of files) await checkUnchanged(file);
}

/** Chooses the files that may have matching rows, so that the others are not opened. */
async function chooseFiles({
  table,
  where,
  context,
}: ReadRowsOptions): Promise<{ readonly table: ReadableTable; readonly files: readonly FoundFile[] }> {
  const { parts } = table;
  const condition = parts === undefined ? undefined : where(context.filter, parts.columns);
  // Row numbers, which a platform that synchronizes reads, count the rows of all files.
  if (parts === undefined || condition === undefined || context.page !== undefined)
    return { table, files: filesOf(table) };
  const { files, select, check } = await parts.choose(condition, context.signal);
  context.log.info("files chosen", { chosen: files.length, files: parts.files.length });
  return { table: { ...table, select, check }, files };
}

/**
 * Returns whether to read the first rows separately. With a filter, matching rows may be few and far apart, so the
 * first ones would take a search of their own.
 */
function isLarge({ table, where, context }: ReadRowsOptions): boolean {
  const isWhole = where(context.filter) === undefined && page(context) === "";
  return isWhole && table.file.size >= largeFile;
}

/**
 * Reads the first rows with a statement of their own, because a statement for all rows returns none until many are
 * ready.
 */
function readEarly(
  plan: RowsPlan,
  options: ReadRowsOptions,
  encoding: RowEncoding,
): AsyncGenerator<EncodedBatch> {
  const { name } = options.table.file;
  return earlyRows({
    first: runPlan({ ...plan, from: `${plan.from} LIMIT ${fewRows}` }, options, encoding),
    all: runPlan({ ...plan, streamingBufferSize: "3500KB" }, options, encoding),
    separator: encoding.separator,
    changed: () =>
      upstreamUnavailable(`Could not read "${name}": the file changed while it was read. Try again.`),
  });
}

function tablePlan({ table, where, context }: ReadRowsOptions): RowsPlan | undefined {
  if (table.select === undefined) return undefined;
  const wanted = context.filter["columns"];
  const chosen = table.columns
    .filter(({ id }) => !Array.isArray(wanted) || wanted.length === 0 || wanted.includes(id))
    .map(({ id, type }) => ({ name: id, type }));
  const condition = where(context.filter);
  // Only a platform that synchronizes needs to identify rows.
  const number = context.page === undefined ? undefined : rowNumberOf(table.columns);
  const numbered =
    number === undefined
      ? table.select
      : `SELECT row_number() OVER () AS ${quoteName(number)}, * FROM (${table.select})`;
  return {
    columns: number === undefined ? chosen : [{ name: number, type: BIGINT }, ...chosen],
    from: `(${numbered})${condition === undefined ? "" : ` WHERE ${condition.sql}`}${page(context)}`,
    values: condition?.values ?? [],
    streamingBufferSize: "3MB",
  };
}

function page({ limit, skip }: ReadRowsOptions["context"]): string {
  return `${limit === undefined ? "" : ` LIMIT ${limit}`}${skip === 0 ? "" : ` OFFSET ${skip}`}`;
}
