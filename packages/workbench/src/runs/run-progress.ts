import type { RunEvent, RunProgress } from "../protocol/index.js";

/** Minimum milliseconds between two reports. */
const reportIntervalMs = 100;

/** Counts the rows that have arrived, and reports their number periodically. */
export class ProgressReporter {
  readonly #send: (event: RunEvent) => void;
  readonly #start = performance.now();
  #rows = 0;
  #bytes = 0;
  #firstByteMs: number | undefined;
  #reportedMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param send - Sends an event */
  constructor(send: (event: RunEvent) => void) {
    this.#send = send;
  }

  /** The current progress. */
  get progress(): RunProgress {
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      elapsedMs: this.#elapsedMs,
      ...(this.#firstByteMs !== undefined && { firstByteMs: this.#firstByteMs }),
    };
  }

  get #elapsedMs(): number {
    return performance.now() - this.#start;
  }

  /** Adds rows that have arrived. */
  readonly add = (rows: number, bytes: number): void => {
    this.#rows += rows;
    this.#bytes += bytes;
    this.#firstByteMs ??= this.#elapsedMs;
    const wait = this.#reportedMs + reportIntervalMs - this.#elapsedMs;
    if (wait <= 0) this.#report();
    // Reports rows that arrive right before a pause without waiting for further rows.
    else this.#timer ??= setTimeout(() => this.#report(), wait);
  };

  /** Stops reporting. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reportedMs = this.#elapsedMs;
    this.#send({ type: "progress", progress: this.progress });
  }
}
