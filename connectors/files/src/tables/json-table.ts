import { quoteText } from "../engine/quote.js";
import { fullSampleSize, type Reading, sampleRows } from "./reading.js";

/** Largest single record in bytes. */
const maximumRecord = 64 * 1024 * 1024;

/**
 * Makes a JSON or NDJSON file a table. A single object is one row; values that are no objects stand in a column `json`.
 *
 * @param reading - The file
 * @param format - `newline_delimited` for NDJSON, `auto` when it may be an array, objects in a row or one object
 * @returns What stands behind FROM
 * @throws The engine's error when the file is no JSON
 */
export async function jsonTable(reading: Reading, format: "newline_delimited" | "auto"): Promise<string> {
  const { connection, standIn, size, asText } = reading;
  const sample = size <= fullSampleSize ? -1 : sampleRows;
  const options = `format = '${format}', maximum_object_size = ${maximumRecord}, sample_size = ${sample}`;
  const from = `read_json(${quoteText(standIn)}, ${options})`;
  if (asText.size === 0) return from;
  const prepared = await connection.prepare(`FROM ${from}`);
  const columns = Array.from({ length: prepared.columnCount }, (_, index) => {
    const name = prepared.columnName(index);
    return `${quoteText(name)}: ${quoteText(asText.has(name) ? "JSON" : String(prepared.columnType(index)))}`;
  });
  prepared.destroySync();
  return `read_json(${quoteText(standIn)}, ${options}, columns = {${columns.join(", ")}})`;
}
