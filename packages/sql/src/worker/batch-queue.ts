import type { EncodedBatch } from "@wellhead/sdk";

/** What a queue tells those who fill it. */
export interface BatchQueueOptions {
  /** Called when enough waits to be taken. */
  readonly full: () => void;
  /** Called when there is room again. */
  readonly empty: () => void;
}

const most = 3;

/** Batches between a socket that brings them and a reader who takes them in his own time. */
export class BatchQueue {
  readonly #options: BatchQueueOptions;
  readonly #batches: EncodedBatch[] = [];
  #outcome: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;
  #paused = false;

  /** @param options - What is told to those who fill it */
  constructor(options: BatchQueueOptions) {
    this.#options = options;
  }

  /** Whether the reader has nothing to take. */
  get hungry(): boolean {
    return this.#wake !== undefined;
  }

  /** Whether those who fill it have been told to wait. */
  get paused(): boolean {
    return this.#paused;
  }

  /**
   * Adds a batch.
   *
   * @param batch - Rows
   */
  put(batch: EncodedBatch): void {
    this.#batches.push(batch);
    if (this.#batches.length >= most && !this.#paused) {
      this.#paused = true;
      this.#options.full();
    }
    this.#call();
  }

  /**
   * Says that nothing more comes.
   *
   * @param outcome - The error when it ended too early
   */
  end(outcome: { readonly error?: unknown } = {}): void {
    this.#outcome ??= outcome;
    this.#call();
  }

  /**
   * Takes the next batch, waiting for it.
   *
   * @returns The batch, or `undefined` after the last
   * @throws The error it ended with, after the batches that came before
   */
  async take(): Promise<EncodedBatch | undefined> {
    for (;;) {
      const batch = this.#batches.shift();
      if (batch !== undefined) {
        this.#relieve();
        return batch;
      }
      if (this.#outcome !== undefined) {
        if ("error" in this.#outcome) throw this.#outcome.error;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #relieve(): void {
    if (!this.#paused || this.#batches.length > 1) return;
    this.#paused = false;
    this.#options.empty();
  }

  #call(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
