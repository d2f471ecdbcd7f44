import { Buffer, isUtf8 } from "node:buffer";
import { AsyncQueue, RowWriter, type WrittenColumn } from "@wellhead/rows";
import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import { findInvalidText } from "../encode/find-invalid-text.js";
import { openAtAnyHost } from "../session/open-at-any-host.js";
import type { SessionProtocol, SqlSession } from "../session/session-protocol.js";
import type { OpenedStream } from "./serve-streams.js";
import type { RunningJob, StreamJob } from "./stream-job.js";
import type { StreamNotice } from "./stream-messages.js";
import { watchSilence } from "./watch-silence.js";

/** How to read the rows of a statement from one kind of server. */
export interface RowsProtocol<Session extends SqlSession, Begin, Value>
  extends Omit<SessionProtocol<Session>, "begin" | "reset"> {
  /** Begins a read-only transaction, and has the server prepare the statement. */
  readonly prepare: (session: Session, job: RunningJob<Begin, Value>) => Promise<RowsOfServer>;
}

/**
 * Opens the rows of a statement on a dedicated connection, which is closed after the last row.
 *
 * @param job - The statement and where to run it
 * @param signal - Cancels the statement and closes the connection
 * @param protocol - How to read from the server
 * @returns Rows that are read on demand
 * @throws ConnectorError explained for the person who made the filter
 */
export async function openServerRows<Session extends SqlSession, Begin, Value>(
  { hosts, ...job }: StreamJob<Begin, Value>,
  signal: AbortSignal,
  protocol: RowsProtocol<Session, Begin, Value>,
): Promise<OpenedStream> {
  let opened: Session | undefined;
  try {
    const { session, ...host } = await openAtAnyHost(protocol, {
      ...hosts,
      errorContext: job.errorContext,
      signal,
    });
    opened = session;
    signal.addEventListener("abort", () => void protocol.cancel(session, host), { once: true });
    if (signal.aborted) await protocol.cancel(session, host);
    const rows = await protocol.prepare(session, { ...job, host });
    return {
      columns: rows.columns,
      encode: (encoding) => encodeRows({ rows, encoding }),
      notice: () => rows.notice?.(),
    };
  } catch (error) {
    opened?.close();
    throw protocol.explain(error, job.errorContext);
  }
}

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

/** The position of one row in a buffer. The object is reused for the next row. */
export interface RowBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The rows of a statement that a server is ready to send, on a dedicated connection. */
export interface RowsOfServer {
  /** The action in words, for errors. */
  readonly action: string;
  /** Names of the columns in order. */
  readonly columns: readonly string[];
  /** Encoding in which the server's text is read. Default: UTF-8. */
  readonly textEncoding?: string | undefined;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
  /** Maximum time in milliseconds without data from the server while it is being read from. */
  readonly silence: number;
  /** Number of bytes that the server has sent. */
  readonly received: number;
  /** Executes the statement and returns how to write each column. */
  start(): Promise<readonly WrittenColumn[]>;
  /** Reads the rows. Settles after the last requested row. */
  run(receive: (row: RowBytes) => void): Promise<void>;
  /** Writes one row. */
  write(writer: RowWriter, row: RowBytes): void;
  /** Stops reading from the server, so that the server waits. */
  pause(): void;
  /** Resumes reading. */
  resume(): void;
  /** Ends the connection. Unless all rows have arrived, it also stops what the server does on it. */
  end(whole: boolean): Promise<void>;
  /** Returns what an operator should know about the rows, after the last one. Default: nothing. */
  notice?(): StreamNotice | undefined;
  /** Explains an error to the person who made the filter. */
  explain(error: unknown): unknown;
}
