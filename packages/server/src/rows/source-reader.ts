import type { RequestControl } from "../deadline/request-control.js";
import type { BatchReader } from "./batch-reader.js";

/** What a {@link SourceReader} reads and how long it waits. */
export interface SourceReaderOptions<Batch> {
  /** What the source answered. */
  readonly batches: AsyncIterable<unknown>;
  /** Checks a batch; `undefined` means it is empty and the next one is read. */
  readonly check: (batch: unknown) => Batch | undefined;
  /** Ends the request early. */
  readonly control: RequestControl;
  /** Longest wait for one batch, in milliseconds; `0` waits for ever. */
  readonly batchTimeout: number;
  /** Tells the source that its work is no longer wanted. */
  readonly abort: () => void;
}

/** Reads the batches of a source, never more than one ahead of the caller. */
export class SourceReader<Batch> implements BatchReader<Batch> {
  readonly #options: SourceReaderOptions<Batch>;
  readonly #iterator: AsyncIterator<unknown>;
  #done = false;

  /** @param options - The batches and limits */
  constructor(options: SourceReaderOptions<Batch>) {
    this.#options = options;
    this.#iterator = options.batches[Symbol.asyncIterator]();
  }

  async next(): Promise<Batch | undefined> {
    const { control, batchTimeout, check } = this.#options;
    while (!this.#done) {
      const result = await control.call({ action: "Read rows", limit: batchTimeout }, () =>
        this.#iterator.next(),
      );
      if (result.done === true) {
        this.#done = true;
        return undefined;
      }
      const batch = check(result.value);
      if (batch !== undefined) return batch;
    }
    return undefined;
  }

  stop(): void {
    if (this.#done) return;
    this.#done = true;
    this.#options.abort();
    // Not awaited: a generator that is stuck would never get there, and its failure concerns nobody any more.
    void closeIterator(this.#iterator);
  }
}

async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The rows were not wanted any more, so neither is the reason why they cannot be given.
  }
}
