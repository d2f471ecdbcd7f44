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

const batchSize = 256 * 1024;
/** Maximum number of batches in the queue before reading from the server pauses. */
const maxBatches = 3;
/** Milliseconds after which a partial batch is flushed to a waiting reader. */
const flushDelayMs = 10;

/**
 * Runs a statement and encodes its rows as they arrive. Reading from the server pauses while the queue is full.
 *
 * @param options - The rows and their format
 * @returns Batches of whole rows
 * @throws ConnectorError explained for the person who made the filter
 */
export async function* encodeRows(options: EncodeRowsOptions): AsyncGenerator<EncodedBatch> {
  const { rows } = options;
  const queue = new AsyncQueue<EncodedBatch>({
    maxSize: maxBatches,
    onFull: () => rows.pause(),
    onRoom: () => rows.resume(),
  });
  let whole = false;
  let before = rows.skip;
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
    else void runStatement(options, queue);
    for (let batch = await queue.take(); batch !== undefined; batch = await queue.take()) {
      if (!isUtf8(batch.bytes)) throw notUtf8(batch, before, options);
      before += batch.rows;
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

function notUtf8({ bytes }: EncodedBatch, before: number, { rows, encoding }: EncodeRowsOptions): Error {
  const found = findInvalidText(Buffer.from(bytes), { format: encoding.format, columns: rows.columns });
  return upstreamInvalid(
    `${rows.action}: row ${before + found.row + 1} holds text in column "${found.column}" that is not ${rows.textEncoding ?? "UTF-8"}. Choose the encoding of its text in the account, convert the column to UTF-8 in a query, or leave it out.`,
  );
}

async function runStatement(options: EncodeRowsOptions, queue: AsyncQueue<EncodedBatch>): Promise<void> {
  try {
    await writeRows(options, queue);
    queue.end();
  } catch (error) {
    queue.end({ error });
  }
}

async function writeRows(
  { rows, encoding }: EncodeRowsOptions,
  queue: AsyncQueue<EncodedBatch>,
): Promise<void> {
  const writer = new RowWriter(await rows.start(), encoding, batchSize);
  const { skip } = rows;
  let seen = 0;
  let flush: NodeJS.Timeout | undefined;
  const flushPartialBatch = () => {
    flush = undefined;
    if (queue.isAwaited && writer.rows > 0) queue.put(writer.take());
  };
  const receive = (row: RowBytes) => {
    seen += 1;
    if (seen <= skip) return;
    if (writer.rows > 0 && !writer.fits(row.end - row.start)) queue.put(writer.take());
    rows.write(writer, row);
    flush ??= setTimeout(flushPartialBatch, flushDelayMs);
  };
  try {
    await rows.run(receive);
    if (writer.rows > 0) queue.put(writer.take());
  } finally {
    clearTimeout(flush);
  }
}
