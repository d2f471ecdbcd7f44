import {
  type Columns,
  type EncodedBatch,
  type EncodedRows,
  isEncodedRows,
  type Row,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { Frame } from "../row-stream.js";
import {
  type BatchReader,
  checkBatches,
  checkEncodedBatch,
  checkRowBatch,
  PageReader,
  SourceReader,
} from "../rows/batch-reader.js";
import { openArrowOfEncoded, openArrowOfObjects } from "./open-arrow.js";
import type { OpenRowsOptions } from "./open-rows-options.js";
import { CsvWriter, checkRow, EncodingReader, JsonWriter } from "./row-writers.js";

/** Rows whose first batch has been read. */
export interface OpenedRows {
  readonly frame: Frame;
  readonly first: EncodedBatch | undefined;
  readonly reader: BatchReader<EncodedBatch>;
}

/**
 * Starts a source and waits for its first rows.
 *
 * @param options - Source, format and page
 * @returns The frame of the format, the first batch as bytes, and the reader of the others
 * @throws ConnectorError when the source returns something other than rows, `upstream_timeout` when it takes too long,
 * and whatever the source throws
 */
export async function openRows(options: OpenRowsOptions): Promise<OpenedRows> {
  const { control, batchTimeout, rows } = options;
  const found = await control.call({ action: "read the rows", limit: batchTimeout }, rows);
  const { frame, reader } = isEncodedRows(found)
    ? await openEncoded(found, options)
    : await openObjects(Array.isArray(found) ? once(found) : checkBatches(found), options);
  try {
    return { frame, reader, first: await reader.next() };
  } catch (error) {
    reader.stop();
    throw error;
  }
}

async function openEncoded(rows: EncodedRows, options: OpenRowsOptions): Promise<Omit<OpenedRows, "first">> {
  const { columns } = rows;
  const { format } = options;
  const { encoding, reservedKey } = format;
  if (columns.includes(reservedKey)) {
    throw upstreamInvalid(
      `Could not read the rows: the name "${reservedKey}" of a column is reserved. Rename the column.`,
    );
  }
  if (format.encoding === "arrow") return openArrowOfEncoded(rows, { ...options, format });
  const frame = format.frame(columns, options.formulaEscape);
  const batches = rows.encode({
    format: format.encoding,
    separator: frame.separator,
    ...(encoding === "csv" && options.formulaEscape && { formulaEscape: true }),
  });
  return { frame, reader: new SourceReader({ ...options, batches, check: checkEncodedBatch }) };
}

async function openObjects(
  batches: AsyncIterable<unknown>,
  options: OpenRowsOptions,
): Promise<Omit<OpenedRows, "first">> {
  const { format, formulaEscape, page } = options;
  const { reservedKey } = format;
  const source = new SourceReader<readonly Row[]>({ ...options, batches, check: checkRowBatch });
  const reader = page === undefined ? source : new PageReader(source, page);
  if (format.encoding === "arrow") return openArrowOfObjects(reader, { ...options, format });
  if (format.encoding === "json") {
    const frame = format.frame([], formulaEscape);
    const writer = new JsonWriter({ separator: frame.separator, reservedKey });
    return { frame, reader: new EncodingReader(reader, writer) };
  }
  try {
    const batch = await reader.next();
    const columns = columnsOf((await options.columns()) ?? {}, batch ?? [], reservedKey);
    const writer = new CsvWriter({ columns, formulaEscape, reservedKey });
    const frame = format.frame(columns, formulaEscape);
    return { frame, reader: new EncodingReader(reader, writer, batch) };
  } catch (error) {
    reader.stop();
    throw error;
  }
}

/** Returns the declared columns, followed by the other columns of the first batch. */
function columnsOf(declared: Columns, batch: readonly Row[], reservedKey: string): string[] {
  const columns = new Set(Object.keys(declared));
  for (const row of batch) for (const key of Object.keys(checkRow(row, reservedKey))) columns.add(key);
  return [...columns];
}

async function* once(batch: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield batch;
}
