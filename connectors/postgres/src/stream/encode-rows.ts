import { isUtf8 } from "node:buffer";
import { type EncodedBatch, type RowEncoding, upstreamInvalid, upstreamTimeout } from "@wellhead/sdk";
import { RowWriter, type WrittenColumn } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { bind, execute, sync } from "../protocol/messages.js";
import { writeDataRow } from "../transcode/write-data-row.js";
import { BatchQueue } from "./batch-queue.js";
import { statementName } from "./statement-name.js";
import type { StreamJob } from "./stream-job.js";

/** What rows are read from and how they are written. */
export interface EncodeRowsOptions {
  /** A session with the statement prepared; ended when the rows are. */
  readonly connection: Connection;
  readonly job: StreamJob;
  readonly columns: readonly WrittenColumn[];
  readonly encoding: RowEncoding;
}

const batchSize = 128 * 1024;
/** Milliseconds after which rows that do not fill a batch go to a reader who waits. */
const patience = 10;
const watchInterval = 1000;

/**
 * Runs the statement and writes its rows as they come. The server waits while nobody takes them.
 *
 * @param options - The session, the statement and the form of the rows
 * @returns Batches of whole rows
 * @throws ConnectorError in words for the person who made the filter
 */
export async function* encodeRows(options: EncodeRowsOptions): AsyncGenerator<EncodedBatch> {
  const { connection, job } = options;
  const queue = new BatchQueue({ full: () => connection.pause(), empty: () => connection.resume() });
  let whole = false;
  const watch = watchSilence(options, queue);
  try {
    if (job.limit !== 0) runStatement(options, queue);
    else queue.end();
    for (let batch = await queue.take(); batch !== undefined; batch = await queue.take()) {
      if (!isUtf8(batch.bytes))
        throw upstreamInvalid(
          "Read rows: the database holds text that is not UTF-8, convert it in the query",
        );
      yield batch;
    }
    whole = true;
  } catch (error) {
    throw explainError(error, job.place);
  } finally {
    clearInterval(watch);
    if (whole) connection.close();
    else await cancelQuery(connection, job);
  }
}

function runStatement({ connection, job, columns, encoding }: EncodeRowsOptions, queue: BatchQueue): void {
  const writer = new RowWriter(columns, encoding, batchSize);
  const { skip, limit } = job;
  let seen = 0;
  let flush: NodeJS.Timeout | undefined;
  const hand = () => {
    flush = undefined;
    if (queue.hungry && writer.rows > 0) queue.put(writer.take());
  };
  connection.rowReceiver = (body) => {
    seen += 1;
    if (seen <= skip) return;
    if (writer.rows > 0 && !writer.fits(body.end - body.start)) queue.put(writer.take());
    writeDataRow(writer, body, columns.length);
    flush ??= setTimeout(hand, patience);
  };
  connection.send(
    bind(job.parameters, statementName),
    execute(limit === undefined ? 0 : skip + limit),
    sync(),
  );
  connection
    .receiveUntil("Z")
    .then(() => {
      clearTimeout(flush);
      if (writer.rows > 0) queue.put(writer.take());
      queue.end();
    })
    .catch((error: unknown) => {
      clearTimeout(flush);
      queue.end({ error });
    });
}

/** Ends the stream when the server sends nothing for too long although it is read from. */
function watchSilence({ connection, job }: EncodeRowsOptions, queue: BatchQueue): NodeJS.Timeout {
  let received = connection.received;
  let silent = 0;
  return setInterval(() => {
    silent = queue.paused || connection.received !== received ? 0 : silent + watchInterval;
    ({ received } = connection);
    if (silent < job.silence) return;
    const seconds = Math.round(job.silence / 1000);
    queue.end({
      error: upstreamTimeout(`${job.place.action}: no row came for ${seconds} seconds, ask for less`),
    });
  }, watchInterval);
}
