import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { convertFile } from "../convert/convert-file.js";
import { quoteText } from "../engine/quote.js";
import { settingsFileName } from "../folder/table-settings.js";
import { copyTable, layoutColumns, traitsOf } from "./copy-table.js";
import { fullSampleSize, type Reading, type TableText } from "./reading.js";

/** Maximum size of a record in bytes. */
const maxRecordBytes = 64 * 1024 * 1024;

/** The smallest size in bytes that records are allowed to have, whatever the size of their file. */
const minRecordBytes = 1024 * 1024;

/**
 * Returns the maximum size of a record of a file. The engine allocates twice as much per thread that reads it, so a small
 * file must not claim what the largest needs. Sizes are powers of two, because files with the same options are read by one
 * call.
 */
async function largestRecord(path: string): Promise<number> {
  // Nobody knows how large the content of a compressed file is.
  if (!/^\.(?:json|jsonl|ndjson)$/i.test(extname(path))) return maxRecordBytes;
  const { size } = await stat(path);
  return Math.min(maxRecordBytes, Math.max(minRecordBytes, 2 ** Math.ceil(Math.log2(size + 1))));
}

/** Options of {@link jsonTable}. */
export interface JsonTableOptions {
  /** Whether a list at the start holds the rows. If `false`, such a list is the first row. */
  readonly mayBeArray: boolean;
  /** Names of the members that lead to the list with the rows, with points between them. Default: none is stated. */
  readonly rows: string | undefined;
}

/** Returns a notice to users about lists that may be the rows of a file with a single record. */
function listNotice(lists: readonly string[], file: string): string | undefined {
  const [first] = lists;
  if (first === undefined) return undefined;
  const names = lists.map((name) => `"${name}"`).join(", ");
  const stated = `{"settings": {"*${extname(file)}": {"rows": ${JSON.stringify(first)}}}}`;
  return `It has one record, with ${lists.length === 1 ? "a list" : "lists"} of objects: ${names}. To have the objects of a list as rows, name it in a file ${settingsFileName} in the folder, such as ${stated}`;
}

/**
 * Creates the table of a JSON or NDJSON file. Values that are not objects are in a column `json`.
 *
 * The types are found by our own parser, because the types that the engine detects change values: UUIDs become lower
 * case, times of other zones are converted, and numbers with many digits are rounded.
 *
 * @param reading - The file
 * @param options - Where its rows are
 * @returns The table; `undefined` when the file has no rows
 * @throws FileFault when the file is not JSON
 */
export async function jsonTable(
  reading: Reading,
  { mayBeArray, rows }: JsonTableOptions,
): Promise<TableText | undefined> {
  const { standIn, isWhole } = reading;
  const list = rows?.split(".");
  const copy = reading.reserveCopy(".csv");
  const sampleBytes = isWhole ? undefined : fullSampleSize;
  const content = await convertFile({ kind: "json", path: standIn, copy, mayBeArray, list, sampleBytes });
  if (content.columns.length === 0) return undefined;
  const notice = rows === undefined && mayBeArray ? listNotice(content.lists, reading.name) : undefined;
  const noticed = { ...(notice !== undefined && { notice }) };
  if (content.format === "copy") return { ...copyTable(copy, content), ...noticed };
  const columns = content.columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`);
  const recordBytes = await largestRecord(standIn);
  const options = `format = '${content.format}', maximum_object_size = ${recordBytes}`;
  return {
    from: `read_json(${quoteText(standIn)}, ${options}, columns = {${columns.join(", ")}})`,
    layout: { reader: "read_json", standIn, options, columns: layoutColumns(content, ({ name }) => name) },
    ...traitsOf(content),
    ...noticed,
  };
}
