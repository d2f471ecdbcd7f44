import {
  type Fields,
  type LiveOptions,
  type MakeSource,
  number,
  type RowsContext,
  type Source,
  upstreamUnavailable,
} from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import { quoteName } from "../engine/quote.js";
import { inSession } from "../engine/session.js";
import type { FileStorage } from "../folder/file-storage.js";
import type { FoundFile } from "../folder/found-file.js";
import { isTableFolder } from "../folder/table-folder.js";
import type { SqlEngines } from "../sql/sql-engines.js";
import { columnOf } from "../tables/column-of.js";
import { maxOptions } from "../tables/describe-table.js";
import { fileError } from "../tables/file-error.js";
import { type BrokenTable, openTable, type ReadableTable, type Table } from "../tables/table.js";
import type { FileEngine } from "./cluster/file-engine.js";
import { isReadByCluster } from "./cluster-files.js";
import { humanize } from "./humanize.js";
import { readRows } from "./read-rows.js";
import { rowNumberOf } from "./row-number.js";
import { tableFilter } from "./table-filter.js";

/** Options of {@link makeSource}. */
export interface MakeSourceOptions {
  readonly id: string;
  readonly table: Table;
  readonly storage: FileStorage;
  readonly engine: Engine;
  /** Another engine, which reads the rows of the files that it reads alike. Default: none. */
  readonly cluster?: FileEngine | undefined;
  /** Engines that run the users' SQL. */
  readonly engines: SqlEngines;
  /** Maximum seconds the engine may take until the next rows. */
  readonly timeLimit: number;
  /** Called when later rows do not have the column types that the first rows showed. */
  readonly onSurprise: () => void;
  /** Called when the content of the file ends an engine. */
  readonly onFault: (fault: Error) => void;
}

/**
 * Creates the source of a table.
 *
 * @param source - Creates a source from its definition
 * @param options - The table and the engine
 * @returns The source; if the file cannot be read, its description says so, and reading rows fails
 */
export function makeSource(source: MakeSource<unknown>, options: MakeSourceOptions): Source {
  const { table } = options;
  return "fault" in table
    ? brokenSource(source, options.id, table)
    : readableSource(source, { ...options, table });
}

/**
 * Creates the source of a file that is not described yet. It is described by the first request for it, or later in the
 * background.
 *
 * @param source - Creates a source from its definition
 * @param id - Its id
 * @param pending - The file, and where it is
 * @returns The source, without columns and filter
 */
export function pendingSource(
  source: MakeSource<unknown>,
  id: string,
  { file, storage }: { readonly file: FoundFile; readonly storage: FileStorage },
): Source {
  const message = `Could not read "${file.name}": the file is not described yet. Try again.`;
  return source({
    name: nameOf(id),
    description: `${isTableFolder(file) ? `Files in the folder ${file.name}` : `File ${file.name}`}. Its columns and filter are shown after the file is described, which happens ${storage.copies === undefined ? "in the background" : "in the background or when the source is requested"}`,
    pages: true,
    fields: {},
    rows: () => Promise.reject(upstreamUnavailable(message)),
  });
}

function brokenSource(source: MakeSource<unknown>, id: string, { fault }: BrokenTable): Source {
  return source({
    name: nameOf(id),
    description: `Cannot be read. ${fault.message}`,
    rows: () => Promise.reject(fault),
  });
}

function readableSource(
  source: MakeSource<unknown>,
  options: MakeSourceOptions & { readonly table: ReadableTable },
): Source {
  const { id, table } = options;
  const { columns, format, notice } = table;
  const form = tableFilter(columns, {
    table: id,
    valuesOf: (column, signal) => readValues(options, column, signal),
    nullsOf: (names, signal) => readNulls(options, names, signal),
  });
  return source({
    name: nameOf(id),
    description: [subjectOf(table), ...readerOf(options), format ?? [], notice ?? []].flat().join(". "),
    pages: true,
    filter: form.fields,
    fields: Object.fromEntries(
      columns.map((column) => [
        column.id,
        { ...(column.isNumber === true ? number() : columnOf(column.type)), title: humanize(column.id) },
      ]),
    ),
    sharedFilter: [],
    // Nothing says which rows of a file have changed, so every run reads all of them.
    synchronization: () => {
      const key = rowNumberOf(columns);
      return Promise.resolve({ key: [key], columns: { [key]: { ...number(), title: "Row number" } } });
    },
    validateFilter: async (context) => {
      form.where(context.filter);
      const sql = sqlOf(context.filter);
      if (sql !== undefined) await options.engines.check(sql, context);
    },
    rows: (context: RowsContext<unknown, Fields>) =>
      readRows({ ...options, sql: sqlOf(context.filter), where: form.where, context }),
  });
}

function subjectOf({ file, sheet, parts }: ReadableTable): string {
  if (parts !== undefined)
    return `${parts.files.length} ${parts.files.length === 1 ? "file" : "files"} in the folder ${file.name}`;
  return sheet === undefined ? `File ${file.name}` : `Sheet ${sheet} of ${file.name}`;
}

/** Returns a sentence about which engine reads the rows; nothing if there is only one. */
function readerOf(options: Readable): readonly string[] {
  const { cluster } = options;
  if (cluster === undefined) return [];
  return [`The rows are read by ${isReadByCluster(options) ? cluster.name : "the service itself"}`];
}

function sqlOf(filter: Readonly<Record<string, unknown>>): string | undefined {
  const sql = filter["sql"];
  return typeof sql === "string" && sql.trim() !== "" ? sql : undefined;
}

function nameOf(id: string): string {
  return id.split("/").map(humanize).join(" / ");
}

/** A table that can be read, and the engine. */
type Readable = MakeSourceOptions & { readonly table: ReadableTable };

async function readValues(options: Readable, column: string, signal: AbortSignal): Promise<LiveOptions> {
  const known = options.table.parts?.columns.get(column);
  if (known !== undefined) return known.slice(0, maxOptions);
  const name = quoteName(column);
  const rows = await ask(
    options,
    (select) =>
      `SELECT DISTINCT CAST(${name} AS VARCHAR) AS value FROM (${select}) WHERE ${name} IS NOT NULL ORDER BY value LIMIT ${maxOptions}`,
    signal,
  );
  return rows.flatMap(([value]) => (typeof value === "string" ? [value] : []));
}

/** Returns the columns that contain NULL. */
async function readNulls(
  options: Readable,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<LiveOptions> {
  if (columns.length === 0) return [];
  const tests = columns.map((column) => `bool_or(${quoteName(column)} IS NULL)`);
  const [flags = []] = await ask(options, (select) => `SELECT ${tests.join(", ")} FROM (${select})`, signal);
  return columns.filter((_, index) => flags[index] === true);
}

async function ask(
  { table, storage, engine, timeLimit }: Readable,
  statementOf: (select: string | undefined) => string,
  signal: AbortSignal,
) {
  const opened = await openTable(table, { storage, signal });
  try {
    const sql = statementOf(opened.select);
    const result = await inSession(engine, { signal, timeLimit }, (session) =>
      session.run((connection) => connection.runAndReadAll(sql)),
    );
    return result.getRows();
  } catch (error) {
    throw fileError(error, table.file);
  } finally {
    opened.close();
  }
}
