import type { WorkbookTask, WrittenSheet } from "./convert-task.js";
import { CsvCopy } from "./csv-copy.js";
import { FileFault } from "./file-fault.js";
import { SheetColumns } from "./sheet-columns.js";
import { readSheetRows } from "./sheet-rows.js";
import { readWorkbookParts, type WorkbookParts } from "./workbook-parts.js";
import { ZipMembers } from "./zip-members.js";

/**
 * Writes the sheets of a workbook as CSV without a header.
 *
 * @param task - The workbook and its copies
 * @returns The sheets in their order
 * @throws FileFault when it is not a workbook, is damaged, or is too large when unpacked
 */
export async function convertWorkbook({ path, copy }: WorkbookTask): Promise<readonly WrittenSheet[]> {
  const members = await ZipMembers.open(path);
  try {
    const parts = await readWorkbookParts(members);
    const written: WrittenSheet[] = [];
    for (const [index, { name, member }] of parts.sheets.entries()) {
      const file = `${copy}-${index}.csv`;
      const sheet = await writeSheet(members.read(member), parts, file).catch((error: unknown) => {
        throw error instanceof FileFault ? new FileFault(`${error.message}, in sheet "${name}"`) : error;
      });
      written.push({ sheet: name, copy: file, ...sheet });
    }
    return written;
  } finally {
    members.close();
  }
}

async function writeSheet(
  pieces: AsyncIterable<string>,
  parts: WorkbookParts,
  path: string,
): Promise<Pick<WrittenSheet, "columns" | "longestLine" | "notice">> {
  const columns = new SheetColumns();
  const copy = new CsvCopy(path);
  try {
    const notice = await readSheetRows(copy.paced(pieces), parts, (row) => {
      if (!columns.add(row)) copy.add(Array.from(row, (cell) => cell?.text));
    });
    const longestLine = await copy.close();
    return { columns: columns.found(), longestLine, ...(notice !== undefined && { notice }) };
  } finally {
    await copy.destroy();
  }
}
