import type { DuckDBConnection } from "@duckdb/node-api";
import { convertFile } from "../convert/convert-file.js";
import { quoteText } from "../engine/quote.js";
import { copyTable } from "./copy-table.js";
import { isChanged, isInt96, isPlainBinary, parquetColumns } from "./parquet-schema.js";
import type { Reading, TableText } from "./reading.js";

/** Options of {@link parquetTable}. */
export interface ParquetTableOptions {
  /** Whether bytes without a type are text in UTF-8. */
  readonly binaryAsText: boolean;
}

/**
 * Creates the table of a Parquet file. A file that the engine cannot read, or whose values it would change, is first
 * converted by another reader.
 *
 * @param reading - The file
 * @param options - What the file does not say
 * @returns The table
 * @throws FileFault when neither reader can read it; `WholeFileNeeded` when it must be converted, but only its sample is
 *   there
 */
export async function parquetTable(
  reading: Reading,
  { binaryAsText }: ParquetTableOptions,
): Promise<TableText> {
  const { connection, standIn, sample, isWhole } = reading;
  const path = sample ?? standIn;
  const found = (await parquetColumns(connection, [path]))?.get(path);
  const isRead =
    found !== undefined &&
    !found.some(isChanged) &&
    !(await hasUnreadPages(connection, path)) &&
    (!isWhole ||
      sample !== undefined ||
      !found.some(isInt96) ||
      (await convertFile({ kind: "int96", path })));
  if (!isRead) {
    if (sample !== undefined) throw new WholeFileNeeded();
    const copy = reading.reserveCopy(".csv");
    return copyTable(copy, await convertFile({ kind: "parquet", path: standIn, copy, binaryAsText }));
  }
  const from = (file: string): string =>
    `read_parquet(${quoteText(file)}${binaryAsText ? ", binary_as_string = true" : ""})`;
  return {
    from: from(standIn),
    ...(sample !== undefined && { sampleFrom: from(sample) }),
    ...(found.some(isInt96) && { hasInt96: true }),
    ...(!binaryAsText && { binary: found.filter(isPlainBinary).map(({ name }) => name) }),
  };
}

/** Thrown when a file must be read as a whole to be described. */
export class WholeFileNeeded extends Error {}

/** Returns whether pages are compressed or encoded in a way that the engine does not know. */
async function hasUnreadPages(connection: DuckDBConnection, path: string): Promise<boolean> {
  const result = await connection.runAndReadAll(
    `SELECT count(*) FROM parquet_metadata(${quoteText(path)})
     WHERE compression = 'LZ4' OR (encodings LIKE '%BYTE_STREAM_SPLIT%' AND type NOT IN ('FLOAT', 'DOUBLE'))`,
  );
  return Number(result.getRows()[0]?.[0]) > 0;
}
