import { upstreamInvalid } from "@wellhead/sdk";
import { convertFile } from "../convert/convert-file.js";
import type { WrittenSheet } from "../convert/convert-task.js";
import { inSession } from "../engine/session.js";
import type { FoundFile } from "../folder/found-file.js";
import { checkWidth } from "../tables/check-width.js";
import { copyOptions } from "../tables/csv-dialect.js";
import { csvFrom } from "../tables/csv-table.js";
import { describeTable } from "../tables/describe-table.js";
import { checkNothing, type ReadableTable } from "../tables/table.js";
import type { LoadTablesOptions } from "./load-tables-options.js";

/** Maximum size of a workbook in bytes. */
const maxSize = 100 * 1024 * 1024;

/**
 * Creates a table for every sheet of a workbook.
 *
 * @param file - The workbook
 * @param options - The engine and its limits
 * @returns One table per sheet that has a header
 * @throws ConnectorError `upstream_invalid` when it is too large; FileFault when it is not a workbook
 */
export async function workbookTables(
  file: FoundFile,
  options: LoadTablesOptions,
): Promise<readonly ReadableTable[]> {
  if (file.size > maxSize) {
    throw upstreamInvalid(
      `Could not read "${file.name}": it has more than 100 MiB. Save its sheets as CSV instead.`,
    );
  }
  const copy = options.engine.reserveStandIn("", file);
  const sheets = await convertFile({ kind: "workbook", path: file.path, copy });
  const filled = sheets.filter(({ columns }) => columns.length > 0);
  if (filled.length === 0) return [{ file, columns: [], select: undefined, check: checkNothing }];
  return Promise.all(
    filled.map(async (sheet) => ({
      file,
      ...(sheets.length > 1 && { sheet: sheet.sheet }),
      ...(sheet.notice !== undefined && { notice: sheet.notice }),
      ...(await sheetTable(sheet, options)),
      check: checkNothing,
    })),
  );
}

async function sheetTable(
  { copy, columns, longestLine }: WrittenSheet,
  { engine, timeLimit }: LoadTablesOptions,
) {
  checkWidth(columns.length);
  // Columns of a sheet may share a name, those of the engine may not. Rows end with their last filled cell.
  const from = csvFrom({
    standIn: copy,
    options: `${copyOptions(longestLine)}, null_padding = true`,
    columns: columns.map((column, index) => ({ ...column, name: `c${index}` })),
  });
  const { signal } = new AbortController();
  return await inSession(engine, { signal, timeLimit }, (session) =>
    session.run((connection) => describeTable(connection, { from, labels: columns.map(({ name }) => name) })),
  );
}
