import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { ResultsError } from "../errors/results-error.js";
import type { RowScannerOptions, ScannedRows } from "./row-scanner.js";

/** Number of bytes of a body after which further lines are scanned in a thread. Starting it costs about as much. */
export const threadFrom: number = 2 ** 22;

/** Number of buffers: the thread scans one while the other is filled. */
const bufferCount = 2;
/** Size of a buffer in bytes, unless one line is longer. */
const bufferBytes = 2 ** 19;

/** Lines to scan. */
export interface ScanRequest {
  readonly buffer: ArrayBuffer;
  /** Number of bytes of each batch of lines in the buffer. */
  readonly lengths: readonly number[];
}

/** What was found in the lines of a buffer. */
export interface ScanAnswer {
  /** The buffer of the request. */
  readonly buffer: ArrayBuffer;
  /** What was found in each batch; `undefined` when some of its rows are not plain. */
  readonly found: readonly (ScannedBatch | undefined)[];
}

/** What was found in a batch of lines. */
export interface ScannedBatch extends Omit<ScannedRows, "lines"> {
  /** The lines without the members that are not loaded; `undefined` when all are loaded. */
  readonly kept: Uint8Array | undefined;
}

/** Lines that somebody waits for. */
interface Waiting {
  readonly lines: Uint8Array;
  readonly resolve: (found: ScannedRows | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A thread that scans lines while this one reads further ones, which takes longer. It is started when it is first
 * needed. Lines that arrive while it is occupied are sent together.
 */
export class ScanThread {
  readonly #options: RowScannerOptions;
  #worker: Worker | undefined;
  readonly #freeBuffers: ArrayBuffer[] = [];
  /** The lines of the requests that were sent, in their order. */
  readonly #sent: (readonly Waiting[])[] = [];
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
   * @throws ResultsError `engine` when the thread ends
   */
  scan(lines: Uint8Array): Promise<ScannedRows | undefined> {
    this.#worker ??= this.#start();
    this.#sendSoon(this.#worker);
    return new Promise((resolve, reject) => {
      this.#queue.push({ lines, resolve, reject });
      this.#queuedBytes += lines.length;
    });
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    // Resolved through the package, so that the compiled file is used even when the sources run directly.
    const program = createRequire(import.meta.url).resolve("@wellhead/results/scan-worker");
    const worker = new Worker(program, { workerData: this.#options });
    worker.on("message", (answer: ScanAnswer) => this.#receive(worker, answer));
    worker.on("error", (error) => this.#fail(error)).on("exit", () => this.#fail(undefined));
    for (let count = 0; count < bufferCount; count += 1) this.#freeBuffers.push(new ArrayBuffer(bufferBytes));
    return worker;
  }

  /** Sends lines at the end of this turn of the event loop, which may bring more of them. */
  #sendSoon(worker: Worker): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send(worker);
    });
  }

  #send(worker: Worker): void {
    while (this.#queue.length > 0) {
      // An occupied thread gets only full buffers, because a message costs as much as scanning some kilobytes.
      const isDue = this.#sent.length === 0 || this.#queuedBytes >= bufferBytes;
      const free = isDue ? this.#freeBuffers.pop() : undefined;
      if (free === undefined) return;
      const { buffer, batches } = this.#fill(free);
      this.#sent.push(batches);
      const request: ScanRequest = { buffer, lengths: batches.map(({ lines }) => lines.length) };
      worker.postMessage(request, [buffer]);
    }
  }

  /** Moves lines from the queue to a buffer, or to a larger one if the first ones do not fit. */
  #fill(free: ArrayBuffer): { readonly buffer: ArrayBuffer; readonly batches: readonly Waiting[] } {
    const first = this.#queue[0]?.lines.length ?? 0;
    const buffer = first > free.byteLength ? new ArrayBuffer(first) : free;
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

  #receive(worker: Worker, { buffer, found }: ScanAnswer): void {
    const batches = this.#sent.shift();
    if (batches === undefined) return;
    this.#freeBuffers.push(buffer);
    this.#send(worker);
    for (const [index, { lines, resolve }] of batches.entries()) {
      const rows = found[index];
      resolve(rows && { ...rows, lines: rows.kept ?? lines });
    }
  }

  /** Rejects everything that waits, because the thread has ended. */
  #fail(cause: unknown): void {
    const error = new ResultsError(
      "engine",
      "Could not store the rows: the thread that checks them ended. Try again, or read fewer rows.",
      { cause },
    );
    for (const { reject } of [...this.#sent.splice(0).flat(), ...this.#queue.splice(0)]) reject(error);
  }
}
