import { type DataFormat, streamErrorKey } from "@wellhead/contract";
import {
  type Columns,
  type EncodedBatch,
  type EncodedRows,
  isEncodedRows,
  type Row,
  type Rows,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { RequestControl } from "../deadline/request-control.js";
import { csvFrame, type Frame, jsonFrame, ndjsonFrame } from "../faces/reports/format/frame.js";
import type { BatchReader } from "../rows/batch-reader.js";
import { checkBatches, checkEncodedBatch, checkRowBatch } from "../rows/check-batches.js";
import { type Page, PageReader } from "../rows/page-reader.js";
import { SourceReader } from "../rows/source-reader.js";
import { checkRow } from "./check-row.js";
import { CsvWriter } from "./csv-writer.js";
import { EncodingReader } from "./encoding-reader.js";
import { JsonWriter } from "./json-writer.js";

/** Options of {@link openRows}. */
export interface OpenRowsOptions {
  readonly format: DataFormat;
  readonly formulaEscape: boolean;
  /** The range of rows to return; `undefined` when the source handles paging itself. */
  readonly page: Page | undefined;
  /** Returns the declared columns; called only for CSV. */
  readonly columns: () => Promise<Columns | undefined>;
  /** Starts the source. */
  readonly rows: () => Rows | Promise<Rows>;
  /** Ends the request early. */
  readonly control: RequestControl;
  /** Timeout of one batch, in milliseconds; `0` means no timeout. */
  readonly batchTimeout: number;
  /** Aborts the work of the source. */
  readonly abort: () => void;
}

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
  const found = await control.call({ action: "Read rows", limit: batchTimeout }, rows);
  const { frame, reader } = isEncodedRows(found)
    ? openEncoded(found, options)
    : await openObjects(Array.isArray(found) ? once(found) : checkBatches(found), options);
  try {
    return { frame, reader, first: await reader.next() };
  } catch (error) {
    reader.stop();
    throw error;
  }
}

function openEncoded(rows: EncodedRows, options: OpenRowsOptions): Omit<OpenedRows, "first"> {
  const { columns } = rows;
  if (columns.includes(streamErrorKey)) {
    throw upstreamInvalid(
      `Read rows: found a column "${streamErrorKey}", which marks a failed stream; rename the column`,
    );
  }
  const frame = frameOf(options, columns);
  const batches = rows.encode({
    format: frame.format === "csv" ? "csv" : "json",
    separator: frame.separator,
    ...(frame.format === "csv" && options.formulaEscape && { formulaEscape: true }),
  });
  return { frame, reader: new SourceReader({ ...options, batches, check: checkEncodedBatch }) };
}

async function openObjects(
  batches: AsyncIterable<unknown>,
  options: OpenRowsOptions,
): Promise<Omit<OpenedRows, "first">> {
  const source = new SourceReader<readonly Row[]>({ ...options, batches, check: checkRowBatch });
  const reader = options.page === undefined ? source : new PageReader(source, options.page);
  if (options.format !== "csv") {
    const frame = frameOf(options, []);
    return { frame, reader: new EncodingReader(reader, new JsonWriter(frame.separator)) };
  }
  try {
    const batch = await reader.next();
    const columns = columnsOf((await options.columns()) ?? {}, batch ?? []);
    const writer = new CsvWriter({ columns, formulaEscape: options.formulaEscape });
    return { frame: frameOf(options, columns), reader: new EncodingReader(reader, writer, batch) };
  } catch (error) {
    reader.stop();
    throw error;
  }
}

function frameOf({ format, formulaEscape }: OpenRowsOptions, columns: readonly string[]): Frame {
  if (format === "csv") return csvFrame(columns, formulaEscape);
  return format === "json" ? jsonFrame : ndjsonFrame;
}

/** Returns the declared columns, followed by the other columns of the first batch. */
function columnsOf(declared: Columns, batch: readonly Row[]): string[] {
  const columns = new Set(Object.keys(declared));
  for (const row of batch) for (const key of Object.keys(checkRow(row))) columns.add(key);
  return [...columns];
}

async function* once(batch: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield batch;
}
