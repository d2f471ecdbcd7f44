import { copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteName, quoteText } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { type SentFiles, selectSent } from "../load/sent-rows.js";
import { objectText } from "../query/read-window.js";
import type { RowSelection, SortColumn } from "../query/row-query.js";
import { orderClause, whereClause } from "../query/select-rows.js";
import { findColumn, type TableSource } from "../query/table-source.js";
import { parquetCell } from "../types/cell-text.js";

/** The rows and columns of an exported file. */
export interface ExportSelection extends RowSelection {
  /** Columns to sort by. Default: the order in which the rows were loaded. */
  readonly sort?: readonly SortColumn[];
  /** All columns when omitted. */
  readonly columns?: readonly string[];
}

/** Formats of an export. */
export type ExportFormat = "csv" | "json" | "ndjson" | "parquet";

type Columns = TableSource["columns"];

/** Options of {@link exportRows}. */
export interface ExportRowsOptions {
  /** The rows as they were sent, where all of them are kept. */
  readonly sent: SentFiles | undefined;
  /** Folder that the engine may write to. */
  readonly folder: string;
  readonly path: string;
  readonly format: ExportFormat;
}

/** A file that the engine writes. */
interface WrittenFile extends Pick<ExportRowsOptions, "sent" | "format"> {
  readonly file: string;
  readonly columns: Columns;
  readonly selection: ExportSelection;
}

const action = "Could not export the result";
let exportCount = 0;

/**
 * Writes rows to a file, which gets its final name only once it is complete.
 *
 * @param source - The table
 * @param selection - Rows, order and columns; all when omitted
 * @param options - The file and its format
 * @throws ResultsError `file` when it cannot be written; `statement` for an unknown column
 */
export async function exportRows(
  source: TableSource,
  selection: ExportSelection,
  { sent, folder, path, format }: ExportRowsOptions,
): Promise<void> {
  exportCount += 1;
  const file = join(folder, `export-${exportCount}.${format}`);
  const columns =
    selection.columns?.flatMap((name) => {
      findColumn(source, name, action);
      return source.columns.filter((column) => column.name === name);
    }) ?? source.columns;
  try {
    const sql = await copyStatement(source, { file, format, columns, selection, sent });
    await source.engine.run(sql, { action: `Could not write "${path}"` });
    const names = columns.map(({ name, key = name }) => key);
    await publish(path, async (partial) => {
      if (format !== "csv") return copyFile(file, partial);
      const { writeCsv } = await import("./write-csv.js");
      return writeCsv(file, { path: partial, names });
    });
  } finally {
    await rm(file, { force: true });
  }
}

async function copyStatement(source: TableSource, written: WrittenFile): Promise<string> {
  const { file, format, columns, selection } = written;
  const target = quoteText(file);
  const rows = `${whereClause(source, selection, action)}${orderClause(source, selection.sort ?? [])}`;
  const select = (cell: (column: Columns[number]) => string) =>
    `SELECT ${columns.map((column) => `${cell(column)} AS ${quoteName(column.name)}`).join(", ")} FROM ${source.table}${rows}`;
  if (format === "parquet") {
    const fits = await fitDecimals(source);
    const cells = select(({ name, type }) => parquetCell(quoteName(name), type, fits.has(name)));
    return `COPY (${cells}) TO ${target} (FORMAT parquet, COMPRESSION zstd)`;
  }
  // The engine's own format JSON would convert decimals to doubles. These lines are written as they are.
  const lines = selectLines(source, rows, written);
  const array = format === "json" ? `, ${await arrayOptions(source, rows)}` : "";
  return `COPY (${lines}) TO ${target} (FORMAT csv, HEADER false, DELIMITER '', QUOTE '', ESCAPE ''${array})`;
}

/** Selects the JSON text of each row: as it was sent when all of its columns are wanted. */
function selectLines(source: TableSource, rows: string, { columns, sent }: WrittenFile): string {
  const { table, rowNumber } = source;
  const isWhole = new Set(columns).size === source.columns.length;
  if (sent === undefined || !isWhole) return `SELECT ${objectText(columns)} FROM ${table}${rows}`;
  const texts = selectSent(sent);
  const isAll = rows === "" && sent.changed === undefined;
  if (isAll) return `SELECT text FROM (${texts})`;
  const chosen = `SELECT ${rowNumber} AS "row", row_number() OVER () AS position FROM (SELECT ${rowNumber} FROM ${table}${rows === "" ? ` ORDER BY ${rowNumber}` : rows})`;
  return `SELECT text FROM (${chosen}) AS "wellhead chosen" JOIN (${texts}) AS "wellhead sent" USING ("row") ORDER BY position`;
}

/** Returns the options for an array, laid out as other programs of this project write it. */
async function arrayOptions({ engine, table }: TableSource, rows: string): Promise<string> {
  const found = await engine.run(`SELECT '1' FROM ${table}${rows} LIMIT 1`, { action });
  return found.length === 0
    ? String.raw`PREFIX '[]', NEW_LINE E'\n', SUFFIX E'\n'`
    : String.raw`PREFIX E'[\n', NEW_LINE E',\n', SUFFIX E'\n]\n'`;
}

async function fitDecimals({ engine, table, columns }: TableSource): Promise<ReadonlySet<string>> {
  const huge = columns.filter(({ type }) => type === "HUGEINT" || type === "UHUGEINT");
  if (huge.length === 0) return new Set();
  const counts = huge.map(({ name }) => {
    const value = quoteName(name);
    return `CAST(count(${value}) - count(TRY_CAST(${value} AS DECIMAL(38,0))) AS VARCHAR)`;
  });
  const [row = []] = await engine.run(`SELECT ${counts.join(", ")} FROM ${table}`, { action });
  return new Set(huge.filter((_, index) => row[index] === "0").map(({ name }) => name));
}

/**
 * Writes a file under another name, and gives it its own once it is complete.
 *
 * @param path - Its name
 * @param write - Writes it
 * @throws ResultsError `file` when it cannot be written
 */
export async function publish(path: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await write(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ResultsError("file", `Could not write "${path}": ${reason}. Choose another file.`, {
      cause: error,
    });
  }
}
