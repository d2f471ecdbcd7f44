import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parentPort, workerData } from "node:worker_threads";
import readWorkbook from "read-excel-file/node";
import { type SheetCell, type SheetColumn, sheetColumns, sheetText } from "./sheet-columns.js";
import type { WorkbookTask, WrittenSheet } from "./workbook-task.js";

// The thread is started by `convertWorkbook` only, with a task as its data.
const { path, copy } = workerData as WorkbookTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await convert());

async function convert(): Promise<readonly WrittenSheet[]> {
  const written: WrittenSheet[] = [];
  for (const [index, { sheet, data }] of (await readWorkbook(path)).entries()) {
    // Every kind of cell the library gives for a sheet read without a schema.
    const rows = (data as ReadonlyArray<readonly SheetCell[]>).filter((row) =>
      row.some((cell) => cell !== null),
    );
    const columns = sheetColumns(rows);
    const file = `${copy}-${index}.csv`;
    await pipeline(Readable.from(csvPieces(rows, columns)), createWriteStream(file));
    written.push({ sheet, copy: file, columns });
  }
  return written;
}

/** Lines of CSV, some at a time; empty cells stand without quotes, empty text within. */
function* csvPieces(
  rows: ReadonlyArray<readonly SheetCell[]>,
  columns: readonly SheetColumn[],
): Generator<string> {
  for (let first = 1; first < rows.length; first += 1000) {
    const lines = rows.slice(first, first + 1000).map((row) =>
      columns
        .map(({ type }, index) => {
          const text = sheetText(row[index], type);
          return text === undefined ? "" : `"${text.replaceAll('"', '""')}"`;
        })
        .join(","),
    );
    yield `${lines.join("\n")}\n`;
  }
}
