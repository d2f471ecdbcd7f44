import { ArrowBatchWriter, ArrowRowError } from "@wellhead/rows";
import { type EncodedBatch, upstreamInvalid } from "@wellhead/sdk";
import { appendColumn, type NativeBlock, type NativeColumn } from "../encode/native-columns.js";
import { notUtf8 } from "./encode-lines.js";

/** Which rows to write. */
export interface EncodeNativeOptions {
  readonly columns: readonly NativeColumn[];
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  /** The action in words, for errors. */
  readonly action: string;
}

/**
 * Writes the rows of a server as Arrow: the rows of each block are a record batch.
 *
 * @param blocks - The rows
 * @param options - Which rows
 * @returns Record batches
 * @throws ConnectorError `upstream_invalid` when a value does not fit its type, or text is not UTF-8
 */
export async function* encodeNative(
  blocks: AsyncIterable<NativeBlock>,
  { columns, skip, limit, action }: EncodeNativeOptions,
): AsyncGenerator<EncodedBatch> {
  const writer = new ArrowBatchWriter(columns.map(({ name, type }) => ({ name, type })));
  const last = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
  let seen = 0;
  for await (const block of blocks) {
    const range = { from: Math.max(0, skip - seen), to: Math.min(block.rows, last - seen) };
    if (range.from < range.to) {
      appendBlock(writer, block, { columns, range });
      const invalid = writer.findInvalid();
      if (invalid !== undefined) {
        const row = Math.max(0, seen - skip) + invalid.row + 1;
        throw notUtf8(action, { row, column: invalid.column });
      }
      yield writer.take();
    }
    seen += block.rows;
    if (seen >= last) return;
  }
}

interface AppendBlockOptions {
  readonly columns: readonly NativeColumn[];
  /** The first row, and the one after the last. */
  readonly range: { readonly from: number; readonly to: number };
}

function appendBlock(
  writer: ArrowBatchWriter,
  block: NativeBlock,
  { columns, range }: AppendBlockOptions,
): void {
  try {
    for (const [index, column] of columns.entries()) {
      const start = block.starts[index] ?? 0;
      appendColumn(writer.columnAt(index), column, { block, start, ...range });
    }
    writer.rows += range.to - range.from;
  } catch (error) {
    const explained = writer.explain(error);
    throw explained instanceof ArrowRowError
      ? upstreamInvalid(explained.message, { cause: explained })
      : explained;
  }
}
