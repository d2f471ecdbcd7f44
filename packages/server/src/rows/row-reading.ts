import type { UseCount } from "../deadline/use-count.js";
import type { PositionedRows, RowPosition } from "./positioned-reader.js";

/** Options of {@link RowReading}. */
export interface RowReadingOptions {
  /** Aborts the work of the source. */
  readonly abort: () => void;
  /** Counts the reading until it has ended. */
  readonly uses: UseCount;
  /** Number of pages of the segment that is read. Default: all rows are read. */
  readonly segmentPages?: number | undefined;
}

/** Rows that are being read. Pages of several requests may take them one after another. */
export class RowReading {
  /** Number of pages of the segment that is read; `undefined` when all rows are read. */
  readonly segmentPages: number | undefined;
  readonly #batches: AsyncGenerator<PositionedRows>;
  readonly #abort: () => void;
  readonly #uses: UseCount;
  #isStopped = false;
  #next: Promise<PositionedRows | undefined> | undefined;

  /**
   * @param batches - The batches
   * @param options - How to stop the source, and how much it reads
   */
  constructor(batches: AsyncGenerator<PositionedRows>, { abort, uses, segmentPages }: RowReadingOptions) {
    this.#batches = batches;
    this.#abort = abort;
    this.#uses = uses;
    uses.enter();
    this.segmentPages = segmentPages;
  }

  /**
   * Reads the next batch, which stays the next one until {@link advance} is called.
   *
   * @returns The batch; `undefined` after the last one
   * @throws Whatever the source throws
   */
  peek(): Promise<PositionedRows | undefined> {
    if (this.#next === undefined) {
      this.#next = this.#batches.next().then(({ done, value }) => (done === true ? undefined : value));
      // A page whose time is up does not wait for it, so its failure must not count as unhandled.
      this.#next.catch(() => undefined);
    }
    return this.#next;
  }

  /**
   * Takes rows of the next batch.
   *
   * @param batch - The batch
   * @param count - How many of its rows are taken; the others are the next batch
   */
  advance(batch: PositionedRows, count: number): void {
    this.#next = count < batch.rows.length ? Promise.resolve(restOf(batch, count)) : undefined;
  }

  /** Stops the source, even before the last batch. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#abort();
    // Not awaited: a stuck generator would never return, and its failure no longer matters.
    this.#uses.leaveAfter(this.#batches.return(undefined));
  }
}

function restOf(batch: PositionedRows, taken: number): PositionedRows {
  return {
    ...batch,
    rows: batch.rows.slice(taken),
    after: (count: number): RowPosition => batch.after(taken + count),
  };
}
