import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type ArrowType, AsyncQueue } from "@wellhead/rows";
import { ConnectorError, type EncodedBatch, type EncodedRows, encodedRows } from "@wellhead/sdk";
import {
  receiveError,
  type StreamCommand,
  type StreamEncoding,
  type StreamNotice,
  type StreamReply,
} from "./stream-messages.js";

/** Number of batches that the reader requests in advance. */
const prefetchedBatches = 4;
const maxWorkers = 4;

/** Options of {@link StreamWorkers}. */
export interface StreamWorkersOptions {
  /** Milliseconds after which an open stream that nobody reads is stopped. Default: 30,000. */
  readonly unreadTimeoutMs?: number;
}

/** Receives the replies for one stream. */
type Receiver = (reply: StreamReply) => void;

/** A worker and the streams it serves. */
interface WorkerSlot {
  readonly worker: Worker;
  readonly streams: Map<number, Receiver>;
}

/**
 * Reads rows in worker threads, so that encoding them does not block the thread that serves requests. Workers are
 * started on first use and shared by all streams. `close` ends them.
 */
export class StreamWorkers {
  readonly #entry: URL;
  readonly #unreadTimeoutMs: number;
  readonly #posts: WorkerSlot[] = [];
  #lastId = 0;

  /**
   * Creates the pool without starting a worker.
   *
   * @param entry - Module that calls `serveStreams`
   * @param options - How long an unread stream stays open
   */
  constructor(entry: URL, { unreadTimeoutMs = 30_000 }: StreamWorkersOptions = {}) {
    this.#entry = entry;
    this.#unreadTimeoutMs = unreadTimeoutMs;
  }

  /**
   * Opens the rows of a job in a worker.
   *
   * @param job - What to read; it must be cloneable
   * @param signal - Aborts the stream
   * @param onNotice - Called after the last row with what an operator should know. Default: nobody needs to
   * @returns Rows whose columns are known and whose batches can be requested
   * @throws ConnectorError as thrown by the worker that opens the job
   */
  async open(
    job: unknown,
    signal: AbortSignal,
    onNotice: (notice: StreamNotice) => void = () => undefined,
  ): Promise<EncodedRows> {
    signal.throwIfAborted();
    const post = this.#leastBusy();
    this.#lastId += 1;
    const id = this.#lastId;
    const inbox = new AsyncQueue<StreamReply>();
    const send: Send = (command, transfer = []) => post.worker.postMessage(command, transfer);
    const stop = () => {
      clearTimeout(unread);
      signal.removeEventListener("abort", abort);
      if (post.streams.delete(id)) send({ kind: "stop", id });
    };
    const abort = () => {
      stop();
      // Discard the replies that have arrived.
      inbox.takeAll();
      inbox.end({ error: reasonOf(signal) });
    };
    // Opening has no timeout of its own. Only an opened stream that nobody reads is stopped.
    let unread: NodeJS.Timeout | undefined;
    signal.addEventListener("abort", abort, { once: true });
    post.streams.set(id, (reply) => inbox.put(reply));
    try {
      send({ kind: "open", id, job });
      const opened = await takeReply(inbox);
      if (opened.kind !== "opened") throw internal("the worker sent an unexpected message");
      unread = setTimeout(abort, this.#unreadTimeoutMs);
      unread.unref();
      let types: readonly ArrowType[] = [];
      const onTypes = (found: readonly ArrowType[]) => {
        types = found;
      };
      const encode = (encoding: StreamEncoding) => {
        clearTimeout(unread);
        return batches({ id, inbox, send, stop, onNotice, onTypes }, encoding);
      };
      return encodedRows({
        columns: opened.columns,
        encode,
        ...(opened.hasArrow && { arrow: { types: () => types, encode: () => encode("arrow") } }),
      });
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** Ends the workers and every stream they serve. */
  async close(): Promise<void> {
    const posts = this.#posts.splice(0);
    for (const { streams } of posts) failAll(streams, internal("the service is stopping"));
    await Promise.all(posts.map(({ worker }) => worker.terminate()));
  }

  #leastBusy(): WorkerSlot {
    const [least] = this.#posts.toSorted((one, other) => one.streams.size - other.streams.size);
    const full = this.#posts.length >= Math.min(maxWorkers, availableParallelism());
    return least !== undefined && (full || least.streams.size === 0) ? least : this.#start();
  }

  #start(): WorkerSlot {
    const worker = new Worker(this.#entry);
    const post: WorkerSlot = { worker, streams: new Map() };
    worker.unref();
    worker.on("message", (reply: StreamReply) => {
      post.streams.get(reply.id)?.(reply);
      if (reply.kind === "end" || reply.kind === "failed") post.streams.delete(reply.id);
    });
    const failWorker = (error: unknown) => {
      const index = this.#posts.indexOf(post);
      if (index >= 0) this.#posts.splice(index, 1);
      failAll(post.streams, internal("the worker ended", error));
    };
    worker.on("error", failWorker);
    worker.on("exit", failWorker);
    this.#posts.push(post);
    return post;
  }
}

/** Sends a command, and transfers buffers that this thread no longer needs. */
type Send = (command: StreamCommand, transfer?: ArrayBuffer[]) => void;

/** The connection between one stream and its worker. */
interface WorkerStream {
  readonly id: number;
  readonly inbox: AsyncQueue<StreamReply>;
  readonly send: Send;
  readonly stop: () => void;
  readonly onNotice: (notice: StreamNotice) => void;
  readonly onTypes: (types: readonly ArrowType[]) => void;
}

async function* batches(line: WorkerStream, encoding: StreamEncoding): AsyncGenerator<EncodedBatch> {
  const { id, inbox, send, stop, onNotice, onTypes } = line;
  try {
    send({ kind: "start", id, encoding });
    for (let count = 0; count < prefetchedBatches; count += 1) send({ kind: "more", id, spare: [] });
    const sent: ArrayBuffer[] = [];
    for (;;) {
      const reply = await takeReply(inbox);
      if (reply.kind === "end") {
        if (reply.notice !== undefined) onNotice(reply.notice);
        return;
      }
      if (reply.kind === "types") {
        onTypes(reply.types);
        continue;
      }
      if (reply.kind !== "batch") throw internal("the worker sent an unexpected message");
      const { bytes, rows } = reply;
      const { buffer } = bytes;
      yield { bytes, rows, release: () => void (buffer instanceof ArrayBuffer && sent.push(buffer)) };
      const spare = sent.splice(0);
      send({ kind: "more", id, spare }, spare);
    }
  } finally {
    stop();
  }
}

async function takeReply(inbox: AsyncQueue<StreamReply>): Promise<StreamReply> {
  const reply = await inbox.take();
  if (reply === undefined) throw internal("the worker sent an unexpected message");
  if (reply.kind === "failed") throw receiveError(reply.error);
  return reply;
}

function failAll(streams: Map<number, Receiver>, error: ConnectorError): void {
  const { code, message } = error;
  const cause = error.cause instanceof Error ? error.cause.stack : undefined;
  for (const [id, receive] of streams) receive({ kind: "failed", id, error: { code, message, cause } });
  streams.clear();
}

function internal(state: string, cause?: unknown): ConnectorError {
  return new ConnectorError("internal", `Could not read the rows: ${state}.`, { cause });
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
