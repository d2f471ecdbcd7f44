import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ResultsError } from "../errors/results-error.js";
import type { RowScannerOptions, ScannedRows } from "./row-scanner.js";

/** Number of bytes of a body after which further lines are scanned in threads. Starting these costs about as much. */
export const threadsFrom: number = 2 ** 22;

/** Maximum number of threads. With more, the thread that reads the body is the slowest part. */
const maxThreads = 2;
/** Number of buffers of a thread: it scans one while the other is filled. */
const buffersPerThread = 2;
/** Size of a buffer in bytes, unless one line is longer. */
const bufferBytes = 2 ** 19;

/** Lines to scan. */
export interface ScanRequest {
  readonly buffer: SharedArrayBuffer;
  /** Number of bytes of each batch of lines in the buffer. */
  readonly lengths: readonly number[];
}

/** What was found in each batch; `undefined` when some of its rows are not plain. */
export type ScanAnswer = readonly (
  | (Omit<ScannedRows, "lines"> & {
      /** The lines without the members that are not loaded; `undefined` when all are loaded. */
      readonly kept: Uint8Array | undefined;
    })
  | undefined
)[];

/** Lines that somebody waits for. */
interface Waiting {
  readonly lines: Uint8Array;
  readonly resolve: (found: ScannedRows | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface ScanThread {
  readonly worker: Worker;
  readonly freeBuffers: SharedArrayBuffer[];
  /** The requests that were sent, in their order. */
  readonly sent: { readonly buffer: SharedArrayBuffer; readonly batches: readonly Waiting[] }[];
}

/**
 * Threads that scan lines, each with a scanner of its own. They are started when they are first needed. Lines that
 * arrive while all threads are occupied are sent together.
 */
export class ScanThreads {
  readonly #options: RowScannerOptions;
  readonly #threads: ScanThread[] = [];
  readonly #queue: Waiting[] = [];
  #queuedBytes = 0;
  #isScheduled = false;

  /** @param options - The columns */
  constructor({ declared, names }: RowScannerOptions) {
    this.#options = { declared, names };
  }

  /**
   * Scans lines.
   *
   * @param lines - Complete lines, which must not change until they are scanned
   * @returns The rows; `undefined` when some are not plain
   * @throws ResultsError `engine` when a thread ends
   */
  scan(lines: Uint8Array): Promise<ScannedRows | undefined> {
    while (this.#threads.length < Math.min(maxThreads, availableParallelism())) this.#startThread();
    this.#sendSoon();
    return new Promise((resolve, reject) => {
      this.#queue.push({ lines, resolve, reject });
      this.#queuedBytes += lines.length;
    });
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #startThread(): void {
    // Resolved through the package, so that the compiled file is used even when the sources run directly.
    const program = createRequire(import.meta.url).resolve("@wellhead/results/scan-worker");
    const worker = new Worker(program, { workerData: this.#options });
    const freeBuffers = Array.from({ length: buffersPerThread }, () => new SharedArrayBuffer(bufferBytes));
    const thread: ScanThread = { worker, freeBuffers, sent: [] };
    worker.on("message", (answer: ScanAnswer) => this.#receive(thread, answer));
    worker.on("error", (error) => this.#fail(error)).on("exit", () => this.#fail(undefined));
    this.#threads.push(thread);
  }

  /** Sends lines at the end of this turn of the event loop, which may bring more of them. */
  #sendSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#queue.length > 0) {
      const [thread] = this.#threads.toSorted((a, b) => a.sent.length - b.sent.length);
      // A thread that is occupied gets only full buffers, because a message costs as much as scanning some kilobytes.
      const isDue = thread?.sent.length === 0 || this.#queuedBytes >= bufferBytes;
      const free = isDue ? thread?.freeBuffers.pop() : undefined;
      if (thread === undefined || free === undefined) return;
      const { buffer, batches } = this.#fill(free);
      thread.sent.push({ buffer, batches });
      const request: ScanRequest = { buffer, lengths: batches.map(({ lines }) => lines.length) };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.worker.postMessage(request);
    }
  }

  /** Moves lines from the queue to a buffer, or to a larger one if the first ones do not fit. */
  #fill(free: SharedArrayBuffer): ScanThread["sent"][number] {
    const first = this.#queue[0]?.lines.length ?? 0;
    const buffer = first > free.byteLength ? new SharedArrayBuffer(first) : free;
    const bytes = new Uint8Array(buffer);
    const batches: Waiting[] = [];
    let length = 0;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (length + next.lines.length > bytes.length) break;
      bytes.set(next.lines, length);
      length += next.lines.length;
      batches.push(next);
      this.#queue.shift();
    }
    this.#queuedBytes -= length;
    return { buffer, batches };
  }

  #receive({ sent, freeBuffers }: ScanThread, answer: ScanAnswer): void {
    const request = sent.shift();
    if (request === undefined) return;
    freeBuffers.push(request.buffer);
    this.#send();
    for (const [index, { lines, resolve }] of request.batches.entries()) {
      const found = answer[index];
      resolve(found && { ...found, lines: found.kept ?? lines });
    }
  }

  /** Rejects everything that waits, because a thread has ended. */
  #fail(cause: unknown): void {
    const error = new ResultsError(
      "engine",
      "Could not store the rows: a thread that checks them ended. Try again, or read fewer rows.",
      { cause },
    );
    const sent = this.#threads.flatMap((thread) => thread.sent.splice(0).flatMap(({ batches }) => batches));
    for (const { reject } of [...sent, ...this.#queue.splice(0)]) reject(error);
  }
}
