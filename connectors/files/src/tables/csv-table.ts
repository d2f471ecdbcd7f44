import { convertFile } from "../convert/convert-file.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { checkWidth } from "./check-width.js";
import { columnIds } from "./column-ids.js";
import { copyOptions, type SniffedDialect, sniffCsv } from "./csv-dialect.js";
import { type CsvColumn, csvTypes } from "./csv-types.js";
import type { CsvFormat } from "./file-layout.js";
import type { Reading, TableText } from "./reading.js";

/**
 * Creates the table of a CSV or TSV file. Its dialect and types are found once, so that a request can read rows
 * immediately.
 *
 * The engine reads files whose rows all have the same number of cells and the same line ending. Any other file is first
 * converted to such a file, keeping every cell.
 *
 * @param reading - The file
 * @returns The table
 * @throws ConnectorError `upstream_invalid` when the file is not CSV; the engine's error when it cannot be read
 */
export async function csvTable(reading: Reading): Promise<TableText> {
  let dialect: SniffedDialect | undefined;
  try {
    dialect = await sniffCsv(reading);
    checkWidth(dialect.names.length);
    if (!dialect.isDoubtful) {
      const columns = await csvTypes(reading, dialect);
      return csvText({ options: dialect.options, standIn: reading.standIn, columns }, [], dialect.csv);
    }
  } catch (error) {
    if (!isIrregular(error)) throw error;
  }
  return irregularTable(reading, dialect);
}

/** Returns whether an error of the engine is about rows of different shapes. */
function isIrregular(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Invalid Input Error: (?:Error when sniffing file|CSV Error on Line|The CSV Parser state machine)/.test(
      error.message,
    ) &&
    !/Invalid unicode|Maximum line size/.test(error.message)
  );
}

async function irregularTable(reading: Reading, sniffed: SniffedDialect | undefined): Promise<TableText> {
  const copy = reading.reserveCopy(".csv");
  const task = { kind: "csv", path: reading.standIn, copy, delimiter: sniffed?.delimiter } as const;
  const { columns: labels, rows, irregularRows, longestLine } = await convertFile(task);
  checkWidth(labels.length);
  const options = copyOptions(longestLine);
  const dialect = { options, names: labels.map((_, index) => `c${index}`) };
  const regular = { ...reading, standIn: copy, isWhole: true };
  return {
    ...csvText({ options, standIn: copy, columns: await csvTypes(regular, dialect) }, labels),
    labels,
    isWhole: true,
    ...(irregularRows > 0 && {
      notice: `${irregularRows} of ${rows} rows have more or fewer cells than the header; missing cells are null, additional cells have columns of their own`,
    }),
  };
}

function csvText(
  from: CsvFrom,
  labels: readonly string[] = [],
  csv?: CsvFormat,
): Pick<TableText, "from" | "layout"> {
  const ids = columnIds(from.columns.map(({ name }, index) => labels[index] ?? name));
  const columns = from.columns.map((column, index) => ({ ...column, label: ids[index] ?? column.name }));
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
