import { countAdvice, countFault } from "../convert/convert-csv.js";
import { convertFile } from "../convert/convert-file.js";
import type { CsvContent, CsvTask } from "../convert/convert-task.js";
import { FileFault } from "../convert/file-fault.js";
import { formatText } from "../csv/format-text.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { checkWidth } from "./check-width.js";
import { columnIds } from "./column-ids.js";
import { longRow } from "./copy-table.js";
import { copyOptions, csvOptions } from "./csv-dialect.js";
import { type CsvColumn, csvTypes } from "./csv-types.js";
import type { CsvLayout } from "./file-layout.js";
import type { Reading, TableText } from "./reading.js";

/** Bytes of a large file whose records are counted before its first rows are read. */
const countedBytes = 8 * 1024 * 1024;

/**
 * Creates the table of a CSV or TSV file. Its format and types are found once, so that a request can read rows
 * immediately.
 *
 * The engine is told the format. It reads files whose rows all have the same number of cells and the same line ending.
 * Any other file is first converted to such a file, keeping every cell. The number of rows that the engine returns is
 * compared with a count of the records.
 *
 * @param reading - The file
 * @returns The table
 * @throws FileFault when the file contradicts what its first records say; the engine's error when it cannot be read
 */
export async function csvTable(reading: Reading): Promise<TableText> {
  const copy = reading.reserveCopy(".csv");
  const task: CsvTask = {
    kind: "csv",
    path: reading.standIn,
    copy,
    sampleBytes: reading.isWhole ? undefined : countedBytes,
    isTsv: /\.tsv(?:\.(?:gz|zst))?$/i.test(reading.name),
    settings: reading.settings ?? {},
    mustCopy: false,
  };
  const content = await convertFile(task);
  try {
    return await readTable(reading, content, copy);
  } catch (error) {
    if (content.isCopied || !isMisread(error)) throw error;
    return await readTable(
      { ...reading, isWhole: true },
      await convertFile({ ...task, mustCopy: true }),
      copy,
    );
  }
}

/** Returns whether the engine read a file otherwise than it was told, as it does at the borders of its buffers. */
function isMisread(error: unknown): boolean {
  return (
    error instanceof FileFault ||
    (error instanceof Error && /^Invalid Input Error: .*CSV/.test(error.message))
  );
}

/** Has the engine read a file, or its copy. */
async function readTable(reading: Reading, content: CsvContent, copy: string): Promise<TableText> {
  const { columns: labels, isCopied, format, hasHeader, skippedLines: skip, lineEnd, longestLine } = content;
  checkWidth(labels.length);
  const { nullTexts } = reading.settings ?? {};
  const csv = { ...format, skip, hasHeader, lineEnd };
  const options = isCopied
    ? copyOptions(longestLine)
    : csvOptions({ ...csv, ...(nullTexts && { nullTexts }) });
  const standIn = isCopied ? copy : reading.standIn;
  const { columns, rows } = await csvTypes({ ...reading, standIn }, { options, names: columnIds(labels) });
  if (rows !== undefined && rows !== content.rows)
    throw new FileFault(countFault(rows, content.rows), countAdvice(format));
  const isPlain = !isCopied && nullTexts === undefined;
  return {
    ...csvText({ options, standIn, columns }, isPlain ? csv : undefined),
    format: formatText(content),
    isUnended: content.isUnended,
    hasLongRows: longestLine > longRow,
    ...(isCopied && { isWhole: true }),
    ...(content.notices.length > 0 && { notice: content.notices.join(". ") }),
  };
}

function csvText(from: CsvFrom, csv: CsvLayout | undefined): Pick<TableText, "from" | "layout"> {
  const columns = from.columns.map((column) => ({ ...column, label: column.name }));
  const { standIn, options } = from;
  return {
    from: csvFrom(from),
    layout: { reader: "read_csv", standIn, options, columns, ...(csv !== undefined && { csv }) },
  };
}

/** Arguments with which the engine reads a CSV file. */
export interface CsvFrom {
  /** Path of the file as the engine sees it. */
  readonly standIn: string;
  /** Options except the columns, as SQL. */
  readonly options: string;
  readonly columns: readonly CsvColumn[];
}

/**
 * Returns the SQL after FROM for a CSV file.
 *
 * @param from - The file and its columns
 * @returns SQL
 */
export function csvFrom({ standIn, options, columns }: CsvFrom): string {
  // The engine's reader rejects quoted empty text in a column of another type, so such columns are read as text and
  // cast.
  const late = columns.filter(({ type, hasEmptyText }) => type !== "VARCHAR" && hasEmptyText);
  const list = columns.map((column) => {
    const type = late.includes(column) ? "VARCHAR" : column.type;
    return `${quoteText(column.name)}: ${quoteText(type)}`;
  });
  const from = `read_csv(${quoteText(standIn)}, ${options}, columns = {${list.join(", ")}})`;
  if (late.length === 0) return from;
  const casts = late.map(({ name, type }) => {
    const cell = quoteName(name);
    return `CAST(nullif(${cell}, '') AS ${type}) AS ${cell}`;
  });
  return `(SELECT * REPLACE (${casts.join(", ")}) FROM ${from})`;
}
