import { csvLine } from "@wellhead/rows";
import type { EncodedBatch, RowEncoding } from "@wellhead/sdk";
import { valueKindOf } from "../encode/value-kind.js";
import { csvCellOf, valueWriter, type WriteValue } from "../encode/write-value.js";
import type { ResultColumn } from "../protocol/messages.js";
import type { Page } from "../protocol/running-query.js";

/** Options of {@link encodePages}. */
export interface EncodePagesOptions {
  /** The columns as the server describes them. */
  readonly columns: readonly ResultColumn[];
  /** Their unique names. */
  readonly names: readonly string[];
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  readonly encoding: RowEncoding;
}

/** Rows per batch, so that a large response does not become one large text. */
const batchRows = 2000;

/**
 * Encodes rows as they arrive.
 *
 * @param pages - The rows of each response
 * @param options - The columns, the page and the format
 * @returns Batches of whole rows
 */
export async function* encodePages(
  pages: AsyncIterable<Page>,
  options: EncodePagesOptions,
): AsyncGenerator<EncodedBatch> {
  const { columns, names, encoding, limit } = options;
  if (limit === 0) return;
  const writers = columns.map((column) => valueWriter(valueKindOf(column), encoding.keepsNotFinite));
  const write = encoding.format === "csv" ? csvRows(writers, encoding) : jsonRows(writers, names);
  let { skip } = options;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const page of pages) {
    const rows = skip > 0 ? page.slice(skip) : page;
    skip -= page.length - rows.length;
    const taken = rows.length > left ? rows.slice(0, left) : rows;
    for (let at = 0; at < taken.length; at += batchRows) {
      const part = taken.slice(at, at + batchRows);
      yield { bytes: Buffer.from(part.map(write).join(encoding.separator)), rows: part.length };
    }
    left -= taken.length;
    if (left <= 0) return;
  }
}

type WriteRow = (row: readonly unknown[]) => string;

function jsonRows(writers: readonly WriteValue[], names: readonly string[]): WriteRow {
  const columns = writers.map((write, index) => ({
    write,
    start: `${index === 0 ? "{" : ","}${JSON.stringify(names[index] ?? "")}:`,
  }));
  return (row) => {
    let text = "";
    for (const [index, { start, write }] of columns.entries()) text += start + write(row[index]);
    return `${text}}`;
  };
}

function csvRows(writers: readonly WriteValue[], { formulaEscape = false }: RowEncoding): WriteRow {
  return (row) => csvLine(writers.map((write, index) => csvCellOf(write(row[index]), formulaEscape)));
}
