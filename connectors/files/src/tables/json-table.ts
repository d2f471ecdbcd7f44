import type { DuckDBConnection } from "@duckdb/node-api";
import { quoteName, quoteText } from "../engine/quote.js";
import { areInstants, instantType, type JsonColumn } from "./instant-columns.js";
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
  const source = `${quoteText(standIn)}, ${options}`;
  const columns = await readColumns(connection, `read_json(${source})`);
  const instants = await findInstants(reading, source, columns);
  const list = columns.map(
    ({ name, type }) => `${quoteText(name)}: ${quoteText(asText.has(name) ? "JSON" : String(type))}`,
  );
  const from = `read_json(${source}${asText.size === 0 ? "" : `, columns = {${list.join(", ")}}`})`;
  return instants.length === 0 ? from : `(SELECT * REPLACE (${instants.join(", ")}) FROM ${from})`;
}

async function readColumns(connection: DuckDBConnection, from: string): Promise<readonly JsonColumn[]> {
  const prepared = await connection.prepare(`FROM ${from}`);
  const columns = Array.from({ length: prepared.columnCount }, (_, index) => ({
    name: prepared.columnName(index),
    type: prepared.columnType(index),
  }));
  prepared.destroySync();
  return columns;
}

/** Makes columns whose timestamps are instants columns of instants. */
async function findInstants(
  { connection, size, asText }: Reading,
  source: string,
  columns: readonly JsonColumn[],
): Promise<readonly string[]> {
  const timestamps = columns.flatMap(({ name, type }) => {
    const wanted = asText.has(name) ? undefined : instantType(type);
    return wanted === undefined ? [] : [{ name, wanted }];
  });
  // A column of its own stands for values that are no objects; it has no name in the file.
  if (timestamps.length === 0 || columns.every(({ name }) => name === "json")) return [];
  const list = timestamps.map(({ name }) => `${quoteText(name)}: 'JSON'`);
  const rows = `FROM read_json(${source}, columns = {${list.join(", ")}})`;
  const tests = timestamps.map(({ name }) => areInstants(name));
  const result = await connection.runAndReadAll(
    `SELECT ${tests.join(", ")} ${size <= fullSampleSize ? rows : `FROM (${rows} LIMIT ${sampleRows})`}`,
  );
  const found = result.getRows()[0] ?? [];
  return timestamps.flatMap(({ name, wanted }, index) =>
    found[index] === true ? [`CAST(${quoteName(name)} AS ${wanted}) AS ${quoteName(name)}`] : [],
  );
}
