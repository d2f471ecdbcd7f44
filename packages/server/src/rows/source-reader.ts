import type { RequestControl } from "../deadline/request-control.js";
import type { BatchReader } from "./batch-reader.js";

/** Options of {@link SourceReader}. */
export interface SourceReaderOptions<Batch> {
  /** The value that the source returned. */
  readonly batches: AsyncIterable<unknown>;
  /** Checks a batch. `undefined` means that it is empty and the next one is read. */
  readonly check: (batch: unknown) => Batch | undefined;
  /** Ends the request early. */
  readonly control: RequestControl;
  /** Timeout of one batch, in milliseconds; `0` means no timeout. */
  readonly batchTimeout: number;
  /** Aborts the work of the source. */
  readonly abort: () => void;
}

/** Reads the batches of a source one at a time, each when the caller asks for it. */
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
      const result = await control.call({ action: "read the rows", limit: batchTimeout }, () =>
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
    // Not awaited: a stuck generator would never return, and its failure no longer matters.
    void closeIterator(this.#iterator);
  }
}

async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The rows are no longer needed, and neither is the reason why the source failed.
  }
}
