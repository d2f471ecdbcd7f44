import { upstreamInvalid } from "@wellhead/sdk";
import type { Engine } from "../engine/engine.js";
import { engineError } from "../engine/engine-error.js";
import { Session } from "../engine/session.js";
import type { FoundFile } from "../folder/found-file.js";
import { toUtf8 } from "../folder/to-utf8.js";
import { csvTable } from "../tables/csv-table.js";
import { describeTable } from "../tables/describe-table.js";
import { jsonTable } from "../tables/json-table.js";
import { parquetTable } from "../tables/parquet-table.js";
import type { Reading } from "../tables/reading.js";
import type { Table } from "../tables/table.js";
import { workbookTables } from "../tables/workbook-tables.js";

/** What loading a file needs. */
export interface LoadTablesOptions {
  readonly engine: Engine;
  /** Most seconds one step of the engine may take. */
  readonly timeLimit: number;
  /** Columns to read as text, see {@link Reading}. */
  readonly asText: ReadonlySet<string>;
}

/**
 * Makes a file one table, or several when it is a workbook.
 *
 * @param file - The file
 * @param options - The engine and its bounds
 * @returns Its tables; a file that cannot be read gives one that holds the fault
 */
export async function loadTables(file: FoundFile, options: LoadTablesOptions): Promise<readonly Table[]> {
  try {
    if (file.size === 0) return [emptyTable(file)];
    if (file.kind === "xlsx") return await workbookTables(file, options);
    const standIn =
      (await toUtf8(file, options.engine)) ?? (await options.engine.link(file.path, file.ending));
    return [await loadTable(file, standIn, options)];
  } catch (error) {
    return [{ file, fault: engineError(error, { action: `Read "${file.name}"`, file: file.name }) }];
  }
}

function emptyTable(file: FoundFile): Table {
  if (file.kind !== "parquet" && file.kind !== "xlsx") return { file, columns: [], select: undefined };
  return { file, fault: upstreamInvalid(`Read "${file.name}": found an empty file, wanted ${file.kind}`) };
}

async function loadTable(file: FoundFile, standIn: string, options: LoadTablesOptions): Promise<Table> {
  const { engine, timeLimit, asText } = options;
  const session = await Session.open(engine, { signal: new AbortController().signal, timeLimit });
  try {
    return await session.run(async (connection) => {
      const from = await findTable(file, { connection, standIn, size: file.size, asText });
      return { file, ...(await describeTable(connection, from)) };
    });
  } finally {
    await session.close();
  }
}

async function findTable({ kind }: FoundFile, reading: Reading): Promise<string> {
  if (kind === "csv") return csvTable(reading);
  if (kind === "parquet") return parquetTable(reading);
  return jsonTable(reading, kind === "ndjson" ? "newline_delimited" : "auto");
}
