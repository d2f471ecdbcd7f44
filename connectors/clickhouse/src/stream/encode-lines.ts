import { Buffer, isUtf8 } from "node:buffer";
import { spareBuffers } from "@wellhead/rows";
import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import { findInvalidText } from "@wellhead/sql";
import { RowCells } from "../encode/row-cells.js";
import type { RowBlock } from "./read-rows.js";

const lineFeed = 0x0a;

/** Which rows to encode and how. */
export interface EncodeLinesOptions {
  readonly encoding: RowEncoding;
  /** Names of the columns that the server's rows have, and those they are to have. */
  readonly names: { readonly server: readonly string[]; readonly shown: readonly string[] };
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  /** The action in words, for errors. */
  readonly action: string;
}

/**
 * Encodes the server's rows. As JSON they stay as they are, in the same memory, unless a column has another name.
 *
 * @param blocks - Rows
 * @param options - Which rows to encode and how
 * @returns Batches of rows, at most as many as were requested
 * @throws ConnectorError `upstream_invalid` when a text is not UTF-8
 */
export async function* encodeLines(
  blocks: AsyncIterable<RowBlock>,
  options: EncodeLinesOptions,
): AsyncGenerator<EncodedBatch> {
  const { encoding, names, skip, limit, action } = options;
  const separator = Buffer.from(encoding.separator);
  const isKept =
    encoding.format === "json" && separator.length === 1 && String(names.server) === String(names.shown);
  const cells = isKept ? undefined : new RowCells(names.shown, encoding);
  const last = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
  let seen = 0;
  for await (const block of blocks) {
    const range = { from: Math.max(0, skip - seen), to: Math.min(block.rows, last - seen) };
    if (range.from < range.to) {
      const bytes = block.bytes.subarray(startOf(block, range.from), startOf(block, range.to) - 1);
      if (!isUtf8(bytes))
        throw invalidText(bytes, { action, before: Math.max(0, seen - skip), columns: names.shown });
      if (cells === undefined) {
        replaceEnds(block, range, separator[0] ?? lineFeed);
        yield { bytes, rows: range.to - range.from };
      } else {
        writeCells(block, range, cells);
        yield cells.take();
      }
    }
    seen += block.rows;
    if (seen >= last) return;
  }
}

/** Rows of a block: `from` is the first one, `to` the one after the last. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

function startOf({ ends }: RowBlock, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0) + 1;
}

/** Replaces the line feeds between rows. */
function replaceEnds({ bytes, ends }: RowBlock, { from, to }: RowRange, separator: number): void {
  if (separator === lineFeed) return;
  for (let row = from; row < to - 1; row += 1) bytes[ends[row] ?? 0] = separator;
}

/** Writes rows, and stores the memory that held them. */
function writeCells(block: RowBlock, { from, to }: RowRange, cells: RowCells): void {
  const { bytes, ends } = block;
  let start = startOf(block, from);
  for (let row = from; row < to; row += 1) {
    const end = ends[row] ?? 0;
    cells.write(bytes, start, end);
    start = end + 1;
  }
  spareBuffers.store(bytes.buffer);
}

function invalidText(
  bytes: Buffer,
  {
    action,
    before,
    columns,
  }: { readonly action: string; readonly before: number; readonly columns: readonly string[] },
): Error {
  const found = findInvalidText(bytes, { format: "json", columns });
  return notUtf8(action, { row: before + found.row + 1, column: found.column });
}

/**
 * Creates the error for text that is not UTF-8.
 *
 * @param action - The action in words
 * @param found - Where it is; rows are counted from one
 * @returns The error
 */
export function notUtf8(
  action: string,
  { row, column }: { readonly row: number; readonly column: string },
): Error {
  return upstreamInvalid(
    `${action}: row ${row} holds text in column "${column}" that is not UTF-8. Convert the column in a query, such as with hex(), or leave it out.`,
  );
}
