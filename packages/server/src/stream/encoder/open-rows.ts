import {
  type Columns,
  type EncodedBatch,
  type EncodedRows,
  isEncodedRows,
  type Row,
  type Rows,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { RequestControl } from "../../deadline/request-control.js";
import type { UseCount } from "../../deadline/use-count.js";
import type { Frame } from "../row-stream.js";
import {
  type BatchReader,
  checkBatches,
  checkEncodedBatch,
  checkRowBatch,
  type Page,
  PageReader,
  SourceReader,
} from "../rows/batch-reader.js";
import { CsvWriter, checkRow, EncodingReader, JsonWriter } from "./row-writers.js";

/** How rows are written. */
export interface RowFormat {
  /** How a row is serialized. CSV needs the columns before the first row. */
  readonly encoding: "json" | "csv";
  /** Key that marks a failed stream. It may be neither a column of encoded rows nor the only key of a row. */
  readonly reservedKey: string;
  /**
   * @param columns - Ids of the columns, in order; empty for JSON, which does not need them
   * @param formulaEscape - Whether cells that a spreadsheet would run as formulas are turned into text
   * @returns The text around the rows
   */
  frame(columns: readonly string[], formulaEscape: boolean): Frame;
}

/** Options of {@link openRows}. */
export interface OpenRowsOptions {
  readonly format: RowFormat;
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
  /** Counts the reading until it has ended. */
  readonly uses: UseCount;
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
  const found = await control.call({ action: "read the rows", limit: batchTimeout }, rows);
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
  const { encoding, reservedKey } = options.format;
  if (columns.includes(reservedKey)) {
    throw upstreamInvalid(
      `Could not read the rows: the name "${reservedKey}" of a column is reserved. Rename the column.`,
    );
  }
  const frame = options.format.frame(columns, options.formulaEscape);
  const batches = rows.encode({
    format: encoding,
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
