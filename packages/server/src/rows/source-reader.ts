import type { RequestControl } from "../deadline/request-control.js";
import type { UseCount } from "../deadline/use-count.js";
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
  /** Counts the reading until it has ended, which may be after the request. */
  readonly uses: UseCount;
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
    options.uses.enter();
  }

  async next(): Promise<Batch | undefined> {
    const { control, batchTimeout, check } = this.#options;
    while (!this.#done) {
      const result = await control.call({ action: "read the rows", limit: batchTimeout }, () =>
        this.#iterator.next(),
      );
      if (result.done === true) {
        this.#done = true;
        this.#options.uses.leave();
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
    this.#options.uses.leaveAfter(closeIterator(this.#iterator));
  }
}

async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.();
}
