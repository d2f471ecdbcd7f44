import { Buffer, isUtf8 } from "node:buffer";
import { AsyncQueue, RowWriter } from "@wellhead/rows";
import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import { findInvalidText } from "../encode/find-invalid-text.js";
import type { RowBytes, RowsOfServer } from "./rows-of-server.js";
import { watchSilence } from "./watch-silence.js";

/** The rows to encode and their format. */
export interface EncodeRowsOptions {
  /** The rows. They are ended when all are read or the reader stops. */
  readonly rows: RowsOfServer;
  /** The format. */
  readonly encoding: RowEncoding;
}

/** Size of a batch of text in bytes. */
const textSize = 256 * 1024;

/**
 * Runs a statement and encodes its rows as they arrive. Reading from the server pauses while the queue is full.
 *
 * @param options - The rows and their format
 * @returns Batches of whole rows
 * @throws ConnectorError explained for the person who made the filter
 */
export function encodeRows({ rows, encoding }: EncodeRowsOptions): AsyncGenerator<EncodedBatch> {
  let before = rows.skip;
  return encodeBatches(rows, {
    start: async () => {
      const writer = new RowWriter(await rows.start(), encoding, textSize);
      return {
        get rows() {
          return writer.rows;
        },
        fits: (size) => writer.fits(size),
        write: (row) => rows.write(writer, row),
        take: () => writer.take(),
      };
    },
    check: (batch) => {
      if (!isUtf8(batch.bytes)) {
        const { format } = encoding;
        const found = findInvalidText(Buffer.from(batch.bytes), { format, columns: rows.columns });
        throw notUtf8(rows, { row: before + found.row + 1, column: found.column });
      }
      before += batch.rows;
    },
  });
}

/**
 * Creates the error for text that is not UTF-8.
 *
 * @param rows - The rows
 * @param found - Where it is; rows are counted from one
 * @returns The error
 */
export function notUtf8(
  { action, textEncoding = "UTF-8" }: RowsOfServer,
  { row, column }: { readonly row: number; readonly column: string },
): Error {
  return upstreamInvalid(
    `${action}: row ${row} holds text in column "${column}" that is not ${textEncoding}. Choose the encoding of its text in the account, convert the column to UTF-8 in a query, or leave it out.`,
  );
}

/** Collects rows into a batch. */
export interface BatchWriter {
  /** Number of rows since the last batch. */
  readonly rows: number;
  /** Whether the next rows may change how these are written, so that a partial batch cannot be taken. Default: `false`. */
  readonly isUndecided?: boolean;
  /**
   * @param size - Number of bytes of a row
   * @returns Whether it belongs to the batch
   */
  readonly fits: (size: number) => boolean;
  /** Writes a row. */
  readonly write: (row: RowBytes) => void;
  /** Ends the batch. */
  readonly take: () => EncodedBatch;
}

/** How {@link encodeBatches} writes batches. */
export interface EncodeBatchesOptions {
  /** Executes the statement, and returns what collects its rows. */
  readonly start: () => Promise<BatchWriter>;
  /** Checks a batch before it is read. Default: it needs no check. */
  readonly check?: (batch: EncodedBatch) => void;
}

/** Maximum number of batches in the queue before reading from the server pauses. */
const maxBatches = 3;
/** Milliseconds after which a partial batch is flushed to a waiting reader. */
const flushDelayMs = 10;

/**
 * Runs a statement and collects its rows as they arrive. Reading from the server pauses while the queue is full.
 *
 * @param rows - The rows. They are ended when all are read or the reader stops
 * @param options - How batches are written
 * @returns Batches of whole rows
 * @throws ConnectorError explained for the person who made the filter
 */
export async function* encodeBatches(
  rows: RowsOfServer,
  { start, check }: EncodeBatchesOptions,
): AsyncGenerator<EncodedBatch> {
  const queue = new AsyncQueue<EncodedBatch>({
    maxSize: maxBatches,
    onFull: () => rows.pause(),
    onRoom: () => rows.resume(),
  });
  let whole = false;
  const { silence, action } = rows;
  const watch = watchSilence({
    received: () => rows.received,
    isPaused: () => queue.isFull,
    silence,
    action,
    onSilent: (error) => queue.end({ error }),
  });
  try {
    if (rows.limit === 0) queue.end();
    else void runStatement(rows, queue, start);
    for (let batch = await queue.take(); batch !== undefined; batch = await queue.take()) {
      check?.(batch);
      yield batch;
    }
    whole = true;
  } catch (error) {
    throw rows.explain(error);
  } finally {
    clearInterval(watch);
    await rows.end(whole);
  }
}

async function runStatement(
  rows: RowsOfServer,
  queue: AsyncQueue<EncodedBatch>,
  start: EncodeBatchesOptions["start"],
): Promise<void> {
  try {
    await writeRows(rows, queue, await start());
    queue.end();
  } catch (error) {
    queue.end({ error });
  }
}

async function writeRows(
  rows: RowsOfServer,
  queue: AsyncQueue<EncodedBatch>,
  writer: BatchWriter,
): Promise<void> {
  const { skip } = rows;
  let seen = 0;
  let flush: NodeJS.Timeout | undefined;
  const flushPartialBatch = () => {
    flush = undefined;
    if (!queue.isAwaited || writer.rows === 0 || writer.isUndecided === true) return;
    try {
      queue.put(writer.take());
    } catch (error) {
      queue.end({ error });
    }
  };
  const receive = (row: RowBytes) => {
    seen += 1;
    if (seen <= skip) return;
    if (writer.rows > 0 && !writer.fits(row.end - row.start)) queue.put(writer.take());
    writer.write(row);
    flush ??= setTimeout(flushPartialBatch, flushDelayMs);
  };
  try {
    await rows.run(receive);
    if (writer.rows > 0) queue.put(writer.take());
  } finally {
    clearTimeout(flush);
  }
}
