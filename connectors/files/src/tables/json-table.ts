import { convertFile } from "../convert/convert-file.js";
import type { JsonContent } from "../convert/convert-task.js";
import { quoteName, quoteText } from "../engine/quote.js";
import { copyOptions } from "./csv-dialect.js";
import { fullSampleSize, type Reading, type TableText } from "./reading.js";

/** Largest single record in bytes. */
const maxRecordBytes = 64 * 1024 * 1024;

/**
 * Makes a JSON or NDJSON file a table. Values that are not objects stand in a column `json`.
 *
 * The types come from our own reading of the file, because those the engine finds change values: it writes UUIDs in lower
 * case, moves times of other zones, and rounds numbers of many digits.
 *
 * @param reading - The file
 * @param mayBeArray - Whether a list at the start holds the rows; else it is the first row
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
  if (content.format === "copy") return { ...copyTable(copy, content), numbers, isWhole: true };
  const columns = content.columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`);
  return {
    from: `read_json(${quoteText(standIn)}, format = '${content.format}', maximum_object_size = ${maxRecordBytes}, columns = {${columns.join(", ")}})`,
    numbers,
  };
}

function copyTable(copy: string, { columns, longestLine }: JsonContent): TableText {
  const names = columns.map((_, index) => `${quoteText(`c${index}`)}: 'VARCHAR'`);
  const casts = columns.map(({ type }, index) => {
    const cell = quoteName(`c${index}`);
    return `CAST(${type.endsWith("[]") ? `CAST(${cell} AS JSON)` : cell} AS ${type}) AS ${cell}`;
  });
  return {
    from: `(SELECT ${casts.join(", ")} FROM read_csv(${quoteText(copy)}, ${copyOptions(longestLine)}, columns = {${names.join(", ")}}))`,
    labels: columns.map(({ name }) => name),
  };
}
