import { convertFile } from "../convert/convert-file.js";
import { quoteText } from "../engine/quote.js";
import { copyTable, layoutColumns, traitsOf } from "./copy-table.js";
import { fullSampleSize, type Reading, type TableText } from "./reading.js";

/** Maximum size of a record in bytes. */
const maxRecordBytes = 64 * 1024 * 1024;

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
  if (content.format === "copy") return copyTable(copy, content);
  const columns = content.columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`);
  const options = `format = '${content.format}', maximum_object_size = ${maxRecordBytes}`;
  return {
    from: `read_json(${quoteText(standIn)}, ${options}, columns = {${columns.join(", ")}})`,
    layout: { reader: "read_json", standIn, options, columns: layoutColumns(content, ({ name }) => name) },
    ...traitsOf(content),
  };
}
