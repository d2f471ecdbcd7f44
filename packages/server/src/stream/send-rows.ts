import { type ConnectorError } from "@wellhead/sdk";
import { CallerGone } from "../deadline/request-control.js";
import { type DescribeFault, readableThrown, toConnectorError } from "../wire/thrown.js";
import { type ByteSink, type Ending, endStream, type Verdict } from "./end-stream.js";
import { ReaderStalled } from "./response-sink.js";
import type { RowStream } from "./row-stream.js";
import type { Turns } from "./turns.js";

/** How a failed stream ends: the last record reports the error, or the connection is destroyed. CSV is always cut. */
export type OnStreamError = "mark" | "cut";

/** Options of {@link sendRows}. */
export interface SendRowsOptions {
  readonly sink: ByteSink;
  readonly turns: Turns;
  /** Id of the connector whose rows they are. */
  readonly connector: string;
  readonly onStreamError: OnStreamError;
  /** Removes secrets from the message of a mark. */
  readonly scrub: (text: string) => string;
  /** Describes what a connector threw in a mark. Default: it is not described. */
  readonly describeFault?: DescribeFault | undefined;
}

/** The outcome of a stream. */
export interface SentRows {
  readonly ending: Ending;
  readonly rows: number;
  readonly bytes: number;
  /** The error that stopped the stream; absent if the stream is complete. */
  readonly thrown?: unknown;
}

/** Milliseconds without a new batch after which the compressor is flushed. */
const flushDelay = 25;

/**
 * Sends all rows, one batch at a time. Each batch is read only after the sink has taken the previous one.
 *
 * @param stream - The rows
 * @param options - The sink, and how a failed stream ends
 * @returns The outcome; the promise never rejects
 */
export async function sendRows(stream: RowStream, options: SendRowsOptions): Promise<SentRows> {
  const { sink } = options;
  const { frame, reader } = stream;
  const progress: Progress = { rows: 0, separator: "" };
  stream.control.activity.sent = () => ({ rows: progress.rows, bytes: sink.bytes });
  try {
    await sendBatches(stream, options, progress);
    const ending = await endStream({ sink, frame, ...progress }, { kind: "whole" });
    return { ending, rows: progress.rows, bytes: sink.bytes };
  } catch (error) {
    // The reason of an abort is more useful than the errors that follow from the abort.
    const thrown = readableThrown(stream.control.aborted ? stream.control.reason : error);
    const verdict = verdictOf(thrown, options);
    const ending = await endStream({ sink, frame, ...progress }, verdict);
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

/** What the sink took. It is sent even if waiting for its reader then fails. */
interface Progress {
  rows: number;
  /** What has to stand before the next row or a mark. */
  separator: string | Uint8Array;
}

async function sendBatches(
  { frame, first, reader, compression }: RowStream,
  { sink, turns, connector }: SendRowsOptions,
  progress: Progress,
): Promise<void> {
  const rest = turns.clock(connector);
  const flush = compression === undefined ? undefined : () => sink.flush();
  const separate = (): Promise<void> => {
    progress.separator = "";
    return sink.write(frame.separator);
  };
  await sink.write(frame.open);
  let batch = first;
  while (batch !== undefined) {
    if (progress.rows > 0 && !frame.endsRows) await separate();
    progress.separator = frame.separator;
    await sink.write(batch.bytes, batch.release);
    if (frame.endsRows) await separate();
    progress.rows += batch.rows;
    await rest();
    batch = await nextBatch(reader.next(), flush);
  }
}

/** Waits for a batch. If it is late, flushes the compressor, so that the caller gets the rows before it. */
async function nextBatch<Batch>(coming: Promise<Batch>, flush: (() => void) | undefined): Promise<Batch> {
  if (flush === undefined) return coming;
  const timer = setTimeout(flush, flushDelay);
  try {
    return await coming;
  } finally {
    clearTimeout(timer);
  }
}

function verdictOf(thrown: unknown, { onStreamError, scrub, describeFault }: SendRowsOptions): Verdict {
  if (thrown instanceof CallerGone || thrown instanceof ReaderStalled || onStreamError === "cut") {
    return { kind: "cut" };
  }
  const { message, status }: ConnectorError = toConnectorError(thrown, describeFault);
  return { kind: "marked", error: { message: scrub(message), status } };
}
