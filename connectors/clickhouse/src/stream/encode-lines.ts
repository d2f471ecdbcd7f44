import { Buffer, isUtf8 } from "node:buffer";
import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import { findInvalidText } from "@wellhead/sql";
import { RowCells } from "../encode/row-cells.js";

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
 * Encodes the server's rows. As JSON they stay as they are, unless a column has another name.
 *
 * @param blocks - Blocks of rows, each row followed by a line feed
 * @param options - Which rows to encode and how
 * @returns Batches of rows, at most as many as were requested
 * @throws ConnectorError `upstream_invalid` when a text is not UTF-8
 */
export async function* encodeLines(
  blocks: AsyncIterable<Buffer>,
  options: EncodeLinesOptions,
): AsyncGenerator<EncodedBatch> {
  const { encoding, names, skip, limit, action } = options;
  const separator = Buffer.from(encoding.separator);
  const isCopied =
    encoding.format === "json" && separator.length === 1 && String(names.server) === String(names.shown);
  const cells = isCopied ? undefined : new RowCells(names.shown, encoding);
  const last = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
  let seen = 0;
  for await (const block of blocks) {
    const { bytes, rows } = chosenRows(block, { skip: skip - seen, last: last - seen });
    if (bytes.length > 0) {
      if (!isUtf8(bytes))
        throw invalidText(bytes, { action, before: Math.max(0, seen - skip), columns: names.shown });
      const count = cells === undefined ? join(bytes, separator) : writeCells(bytes, cells);
      yield cells === undefined ? { bytes: bytes.subarray(0, -1), rows: count } : cells.take();
    }
    seen += rows;
    if (seen >= last) return;
  }
}

/** Returns a copy of the rows of a block that were requested, and the number of all of its rows. */
function chosenRows(
  block: Buffer,
  { skip, last }: { readonly skip: number; readonly last: number },
): { readonly bytes: Buffer; readonly rows: number } {
  let rows = 0;
  let from = 0;
  let to = block.length;
  for (let end = block.indexOf(lineFeed); end >= 0; end = block.indexOf(lineFeed, end + 1)) {
    rows += 1;
    if (rows <= skip) from = end + 1;
    if (rows >= last) {
      to = end + 1;
      break;
    }
  }
  const chosen = block.subarray(from, Math.max(from, to));
  const bytes = Buffer.allocUnsafeSlow(chosen.length);
  chosen.copy(bytes);
  return { bytes, rows };
}

/** Replaces the line feeds between rows, and returns the number of rows. */
function join(bytes: Buffer, separator: Buffer): number {
  const byte = separator[0] ?? lineFeed;
  let rows = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, end + 1)) {
    rows += 1;
    bytes[end] = byte;
  }
  return rows;
}

function writeCells(bytes: Buffer, cells: RowCells): number {
  let start = 0;
  let rows = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    cells.write(bytes, start, end);
    rows += 1;
    start = end + 1;
  }
  return rows;
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
  return upstreamInvalid(
    `${action}: row ${before + found.row + 1} holds text in column "${found.column}" that is not UTF-8. Convert the column in a query, such as with hex(), or leave it out.`,
  );
}
