import { type MessagePort, parentPort } from "node:worker_threads";
import { type ArrowType, AsyncQueue, spareBuffers } from "@wellhead/rows";
import type { EncodedBatch, RowEncoding } from "@wellhead/sdk";
import {
  type StreamCommand,
  type StreamEncoding,
  type StreamNotice,
  type StreamReply,
  sendError,
} from "./stream-messages.js";

/** Rows as record batches of Arrow. */
export interface ArrowBatches {
  /** Record batches, as encapsulated messages. */
  readonly batches: AsyncIterable<EncodedBatch>;
  /** Returns the types of the columns, which are final when the first batch has been read, or there is none. */
  readonly types: () => readonly ArrowType[];
}

/** Rows that a worker has opened and can encode. */
export interface OpenedStream {
  /** Column names, in the order of the cells. */
  readonly columns: readonly string[];
  /** Encodes the rows. The upstream server waits while no batch is requested. */
  encode(encoding: RowEncoding): AsyncIterable<EncodedBatch>;
  /** Writes the rows as Arrow. Default: the server makes the record batches from the rows as JSON. */
  encodeArrow?(): ArrowBatches;
  /** Returns what an operator should know about the rows, after the last one. Default: nothing. */
  notice?(): StreamNotice | undefined;
}

/** Opens the rows of a job. The signal aborts them, both while opening and afterwards. */
export type OpenStream = (job: unknown, signal: AbortSignal) => Promise<OpenedStream>;

interface Running {
  readonly stop: AbortController;
  opened?: OpenedStream;
  /** One item for each batch that the reader has requested. */
  readonly asked: AsyncQueue<true>;
}

/**
 * Serves streams of rows to the thread that started this worker. The worker's module calls it once.
 *
 * @param open - Opens the rows of a job
 * @param port - The port that receives commands. Default: the thread that started this worker
 * @throws TypeError when there is no such thread
 */
export function serveStreams(open: OpenStream, port: MessagePort | null = parentPort): void {
  if (port === null) throw new TypeError("Could not serve streams: expected a worker, got the main thread");
  const streams = new Map<number, Running>();
  port.on("message", (command: StreamCommand) => {
    const { id } = command;
    if (command.kind === "more") for (const buffer of command.spare) spareBuffers.store(buffer);
    if (command.kind === "open") {
      const running: Running = { stop: new AbortController(), asked: new AsyncQueue() };
      streams.set(id, running);
      void answer({ port, id, streams }, async () => {
        running.opened = await open(command.job, running.stop.signal);
        const { columns } = running.opened;
        postReply(port, { kind: "opened", id, columns, hasArrow: "encodeArrow" in running.opened });
      });
      return;
    }
    const running = streams.get(id);
    if (running === undefined) return;
    if (command.kind === "start") {
      void answer({ port, id, streams }, () => send({ port, id, streams }, running, command.encoding));
    } else if (command.kind === "more") running.asked.put(true);
    else {
      streams.delete(id);
      running.stop.abort();
      running.asked.end();
    }
  });
}

interface StreamSlot {
  readonly port: MessagePort;
  readonly id: number;
  readonly streams: Map<number, Running>;
}

async function answer({ port, id, streams }: StreamSlot, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (streams.delete(id)) postReply(port, { kind: "failed", id, error: sendError(error) });
  }
}

async function send(
  { port, id, streams }: StreamSlot,
  running: Running,
  encoding: StreamEncoding,
): Promise<void> {
  const { opened } = running;
  if (opened === undefined) throw new TypeError("Could not start the stream: it is not open.");
  const { batches, types } = batchesOf(opened, encoding);
  let areTypesSent = types === undefined;
  const sendTypes = () => {
    if (!areTypesSent) postReply(port, { kind: "types", id, types: types?.() ?? [] });
    areTypesSent = true;
  };
  for await (const { bytes, rows } of batches) {
    await running.asked.take();
    if (running.stop.signal.aborted) return;
    sendTypes();
    // Transfer the buffer; this thread must not touch it afterwards.
    postReply(port, { kind: "batch", id, bytes, rows }, bytes.buffer);
  }
  if (!streams.delete(id)) return;
  sendTypes();
  postReply(port, { kind: "end", id, notice: opened.notice?.() });
}

function batchesOf(
  opened: OpenedStream,
  encoding: StreamEncoding,
): Partial<ArrowBatches> & Pick<ArrowBatches, "batches"> {
  if (encoding !== "arrow") return { batches: opened.encode(encoding) };
  if (opened.encodeArrow === undefined)
    throw new TypeError("Could not start the stream: it has no record batches.");
  return opened.encodeArrow();
}

function postReply(port: MessagePort, message: StreamReply, buffer?: ArrayBufferLike): void {
  port.postMessage(message, buffer instanceof ArrayBuffer ? [buffer] : []);
}
