import { type ConnectorError } from "@wellhead/sdk";
import { readableThrown, toConnectorError } from "../answer/to-connector-error.js";
import { CallerGone } from "../deadline/caller-gone.js";
import type { ByteSink } from "./byte-sink.js";
import { type Ending, endStream, type Verdict } from "./end-stream.js";
import { ReaderStalled } from "./reader-stalled.js";
import type { RowStream } from "./row-stream.js";
import type { Turns } from "./turns.js";

/** What happens to a stream that fails: the last record says so, or the connection is destroyed. CSV is always cut. */
export type OnStreamError = "mark" | "cut";

/** How rows are sent. */
export interface SendRowsOptions {
  readonly sink: ByteSink;
  readonly turns: Turns;
  /** Id of the connector whose rows they are. */
  readonly connector: string;
  readonly onStreamError: OnStreamError;
  /** Takes secrets out of the sentence of a mark. */
  readonly scrub: (text: string) => string;
}

/** What became of a stream. */
export interface SentRows {
  readonly ending: Ending;
  readonly rows: number;
  readonly bytes: number;
  /** What stopped it, unless it is whole. */
  readonly thrown?: unknown;
}

/** How long a source may be silent before a compressor sends what it holds, in milliseconds. */
const flushDelay = 25;

/**
 * Sends rows to their end, one batch at a time, each read only when the one before has been taken.
 *
 * @param stream - The rows
 * @param options - Where to, and what to do when they fail
 * @returns What became of them; never throws
 */
export async function sendRows(stream: RowStream, options: SendRowsOptions): Promise<SentRows> {
  const { sink } = options;
  const { frame, reader } = stream;
  const progress = { rows: 0 };
  try {
    await sendBatches(stream, options, progress);
    const ending = await endStream({ sink, frame, rows: progress.rows }, { kind: "whole" });
    return { ending, rows: progress.rows, bytes: sink.bytes };
  } catch (error) {
    // Why the request was given up says more than whatever failed because of it.
    const thrown = readableThrown(stream.control.aborted ? stream.control.reason : error);
    const verdict = verdictOf(thrown, options);
    const ending = await endStream({ sink, frame, rows: progress.rows }, verdict);
    return {
      ending: thrown instanceof CallerGone ? "gone" : ending,
      rows: progress.rows,
      bytes: sink.bytes,
      thrown,
    };
  } finally {
    reader.stop();
  }
}

async function sendBatches(
  { frame, first, reader, compression }: RowStream,
  { sink, turns, connector }: SendRowsOptions,
  progress: { rows: number },
): Promise<void> {
  const rest = turns.clock(connector);
  const flush = compression === undefined ? undefined : () => sink.flush();
  await sink.write(frame.open);
  let batch = first;
  while (batch !== undefined) {
    if (progress.rows > 0) await sink.write(frame.separator);
    await sink.write(batch.bytes, batch.release);
    progress.rows += batch.rows;
    await rest();
    batch = await nextBatch(reader.next(), flush);
  }
}

/** Waits for a batch; when it is late, sends what a compressor holds so that the caller is not kept waiting for it. */
async function nextBatch<Batch>(coming: Promise<Batch>, flush: (() => void) | undefined): Promise<Batch> {
  if (flush === undefined) return coming;
  const timer = setTimeout(flush, flushDelay);
  try {
    return await coming;
  } finally {
    clearTimeout(timer);
  }
}

function verdictOf(thrown: unknown, { onStreamError, scrub }: SendRowsOptions): Verdict {
  if (thrown instanceof CallerGone || thrown instanceof ReaderStalled || onStreamError === "cut") {
    return { kind: "cut" };
  }
  const { message, status }: ConnectorError = toConnectorError(thrown);
  return { kind: "marked", error: { message: scrub(message), status } };
}
