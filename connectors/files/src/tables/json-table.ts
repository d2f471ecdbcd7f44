import { convertFile } from "../convert/convert-file.js";
import type { JsonContent } from "../convert/convert-task.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { columnIds } from "./column-ids.js";
import { copyOptions } from "./csv-dialect.js";
import type { FileLayout } from "./file-layout.js";
import { fullSampleSize, type Reading, type TableText } from "./reading.js";

/** Maximum size of a record in bytes. */
const maxRecordBytes = 64 * 1024 * 1024;

/** Bytes above which a row is long: the engine would need several times as much memory to write its text. */
const longRow = 4 * 2 ** 20;

/**
 * Creates the table of a JSON or NDJSON file. Values that are not objects are in a column `json`.
 *
 * The types are found by our own parser, because the types that the engine detects change values: UUIDs become lower
 * case, times of other zones are converted, and numbers with many digits are rounded.
 *
 * @param reading - The file
 * @param mayBeArray - Whether a list at the start holds the rows. If `false`, such a list is the first row
 * @returns The table; `undefined` when the file has no rows
 * @throws FileFault when the file is not JSON
 */
export async function jsonTable(reading: Reading, mayBeArray: boolean): Promise<TableText | undefined> {
  const { standIn, isWhole } = reading;
  const copy = reading.reserveCopy(".csv");
  const sampleBytes = isWhole ? undefined : fullSampleSize;
  const content = await convertFile({ kind: "json", path: standIn, copy, mayBeArray, sampleBytes });
  if (content.columns.length === 0) return undefined;
  const numbers = new Set(
    content.columns.flatMap(({ isLongNumber }, index) => (isLongNumber ? [index] : [])),
  );
  const hasLongRows = content.longestRow > longRow;
  if (content.format === "copy") return { ...copyTable(copy, content), numbers, hasLongRows, isWhole: true };
  const columns = content.columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`);
  const options = `format = '${content.format}', maximum_object_size = ${maxRecordBytes}`;
  return {
    from: `read_json(${quoteText(standIn)}, ${options}, columns = {${columns.join(", ")}})`,
    layout: { reader: "read_json", standIn, options, columns: layoutColumns(content) },
    numbers,
    hasLongRows,
  };
}

/** Returns the columns under the names that the engine sees, which are numbered in a copy. */
function layoutColumns({ columns, format }: JsonContent): FileLayout["columns"] {
  const labels = columnIds(columns.map(({ name }) => name));
  return columns.map(({ name, type }, index) => ({
    name: format === "copy" ? `c${index}` : name,
    label: labels[index] ?? name,
    type,
  }));
}

function copyTable(copy: string, content: JsonContent): TableText {
  const { columns, longestLine } = content;
  const names = columns.map((_, index) => `${quoteText(`c${index}`)}: 'VARCHAR'`);
  const casts = columns.map(({ type }, index) => {
    const cell = quoteName(`c${index}`);
    return `CAST(${type.endsWith("[]") ? `CAST(${cell} AS JSON)` : cell} AS ${type}) AS ${cell}`;
  });
  return {
    from: `(SELECT ${casts.join(", ")} FROM read_csv(${quoteText(copy)}, ${copyOptions(longestLine)}, columns = {${names.join(", ")}}))`,
    labels: columns.map(({ name }) => name),
    layout: {
      reader: "read_csv",
      standIn: copy,
      options: copyOptions(longestLine),
      columns: layoutColumns(content),
      isJsonCopy: true,
    },
  };
}
