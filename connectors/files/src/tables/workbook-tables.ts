import { upstreamInvalid } from "@wellhead/sdk";
import type { LoadTablesOptions } from "../catalog/load-tables.js";
import { quoteText } from "../engine/quote.js";
import { Session } from "../engine/session.js";
import type { FoundFile } from "../folder/found-file.js";
import { convertWorkbook } from "./convert-workbook.js";
import { describeTable } from "./describe-table.js";
import type { Table } from "./table.js";
import type { WrittenSheet } from "./workbook-task.js";

/** Largest workbook in bytes; it is unpacked in memory. */
const maxSize = 100 * 1024 * 1024;

/**
 * Makes every sheet of a workbook a table.
 *
 * @param file - The workbook
 * @param options - The engine and its bounds
 * @returns One table per sheet that has a header
 * @throws ConnectorError `upstream_invalid` when it is no workbook, or too large
 */
export async function workbookTables(file: FoundFile, options: LoadTablesOptions): Promise<readonly Table[]> {
  const action = `Read "${file.name}"`;
  if (file.size > maxSize) {
    throw upstreamInvalid(`${action}: found a workbook of more than 100 MiB, save its sheets as CSV instead`);
  }
  const sheets = await written(file, action, options);
  const filled = sheets.filter(({ columns }) => columns.length > 0);
  if (filled.length === 0) return [{ file, columns: [], select: undefined }];
  return Promise.all(
    filled.map(async (sheet) => ({
      file,
      ...(sheets.length > 1 && { sheet: sheet.sheet }),
      ...(await sheetTable(sheet, options)),
    })),
  );
}

async function written(
  file: FoundFile,
  action: string,
  { engine }: LoadTablesOptions,
): Promise<readonly WrittenSheet[]> {
  try {
    return await convertWorkbook({ path: file.path, copy: engine.reserveStandIn("") });
  } catch (error) {
    throw upstreamInvalid(
      `${action}: found no workbook that can be unpacked, wanted XLSX without a password`,
      { cause: error },
    );
  }
}

async function sheetTable({ copy, columns }: WrittenSheet, { engine, timeLimit }: LoadTablesOptions) {
  // Two columns of a sheet may have one name, those of the engine may not.
  const list = columns.map(({ type }, index) => `'c${index}': '${type}'`);
  const labels = columns.map(({ name }) => name);
  const from = `read_csv(${quoteText(copy)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false, columns = {${list.join(", ")}})`;
  const session = await Session.open(engine, { signal: new AbortController().signal, timeLimit });
  try {
    return await session.run((connection) => describeTable(connection, from, labels));
  } finally {
    await session.close();
  }
}
