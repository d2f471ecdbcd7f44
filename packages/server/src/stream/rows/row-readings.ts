import type { UseCount } from "../../deadline/use-count.js";
import type { PositionedRows, RowPosition } from "./positioned-reader.js";

/** Options of {@link ParkedReadings}. */
export interface ParkedReadingsOptions {
  /** Maximum number of readings; a further one replaces the oldest. */
  readonly maxReadings: number;
  /** How long a reading is kept that would have to read the rows before the position again, in milliseconds. */
  readonly keepMs: number;
}

/** Maximum number of positions whose next segment is known to be longer. */
const maxNotes = 256;
/** By how many times a segment is longer than the one before it, up to the maximum number of pages. */
const growth = 4;
const maxSegmentPages = 64;
/** Approximate maximum size of a segment, which is kept in memory. */
const segmentBytes = 4 * 1024 * 1024;

interface Parked {
  readonly reading: RowReading;
  readonly timer: NodeJS.Timeout;
}

/**
 * Readings that wait for the request for the next page. If it reaches the same process soon enough, it continues the
 * reading. Otherwise another reading begins at the position, or the rows before it are read again.
 *
 * A source that can begin after any row is read in segments. The first has one page, because the next request may reach
 * another replica. While requests reach this process, each segment is longer than the previous one.
 */
export class ParkedReadings {
  readonly #options: ParkedReadingsOptions;
  readonly #parked = new Map<string, Parked>();
  readonly #segmentPages = new Map<string | undefined, number>();

  /** @param options - Number and time */
  constructor(options: ParkedReadingsOptions) {
    this.#options = options;
  }

  /** Number of readings. */
  get size(): number {
    return this.#parked.size;
  }

  /**
   * @param token - Token of the position that the reading has reached
   * @param reading - The reading, which is stopped if no request continues it
   */
  park(token: string, reading: RowReading): void {
    const [oldest] = this.#parked.keys();
    if (oldest !== undefined && this.#parked.size >= this.#options.maxReadings) this.#drop(oldest);
    const timer = setTimeout(() => this.#drop(token), this.#options.keepMs).unref();
    this.#parked.set(token, { reading, timer });
  }

  /**
   * @param token - Token of a position
   * @returns The reading that has reached it, which is no longer parked; `undefined` when there is none
   */
  take(token: string): RowReading | undefined {
    const parked = this.#parked.get(token);
    if (parked === undefined) return undefined;
    clearTimeout(parked.timer);
    this.#parked.delete(token);
    return parked.reading;
  }

  /**
   * Notes that a segment has been read to its end.
   *
   * @param token - Token of the position after it
   * @param pages - Number of pages of the segment
   * @param pageBytes - Size of its last page
   */
  noteSegmentEnd(token: string, pages: number, pageBytes: number): void {
    const [oldest] = this.#segmentPages.keys();
    if (oldest !== undefined && this.#segmentPages.size >= maxNotes) this.#segmentPages.delete(oldest);
    this.#segmentPages.set(token, longerSegment(pages, pageBytes));
  }

  /**
   * @param token - Token of a position; `undefined` for the first page
   * @returns How many pages the segment after it should have
   */
  segmentPagesAfter(token: string | undefined): number {
    return this.#segmentPages.get(token) ?? 1;
  }

  /** Stops all readings. */
  stop(): void {
    for (const token of this.#parked.keys()) this.#drop(token);
  }

  #drop(token: string): void {
    this.take(token)?.stop();
  }
}

/**
 * @param pages - Number of pages of a segment
 * @param pageBytes - Size of one of its pages
 * @returns Number of pages of the next segment
 */
export function longerSegment(pages: number, pageBytes: number): number {
  const affordable = Math.max(1, Math.floor(segmentBytes / Math.max(pageBytes, 1)));
  return Math.min(pages * growth, maxSegmentPages, affordable);
}

/** Options of {@link RowReading}. */
export interface RowReadingOptions {
  /** Aborts the work of the source. */
  readonly abort: () => void;
  /** Counts the reading until it has ended. */
  readonly uses: UseCount;
  /** Number of pages of the segment that is read. Default: all rows are read. */
  readonly segmentPages?: number | undefined;
  /** Columns that hold the texts of the key. Default: none. */
  readonly keyTexts?: readonly string[] | undefined;
}

/** Rows that are being read. Pages of several requests may take them one after another. */
export class RowReading {
  /** Number of pages of the segment that is read; `undefined` when all rows are read. */
  readonly segmentPages: number | undefined;
  /** Columns that hold the texts of the key; `undefined` when there are none. */
  readonly keyTexts: readonly string[] | undefined;
  readonly #batches: AsyncGenerator<PositionedRows, undefined>;
  readonly #abort: () => void;
  readonly #uses: UseCount;
  #isStopped = false;
  #next: Promise<PositionedRows | undefined> | undefined;

  /**
   * @param batches - The batches
   * @param options - How to stop the source, and how much it reads
   */
  constructor(
    batches: AsyncGenerator<PositionedRows, undefined>,
    { abort, uses, segmentPages, keyTexts }: RowReadingOptions,
  ) {
    this.#batches = batches;
    this.#abort = abort;
    this.#uses = uses;
    uses.enter();
    this.segmentPages = segmentPages;
    this.keyTexts = keyTexts;
  }

  /**
   * Reads the next batch, which stays the next one until {@link advance} is called.
   *
   * @returns The batch; `undefined` after the last one
   * @throws Whatever the source throws
   */
  peek(): Promise<PositionedRows | undefined> {
    if (this.#next === undefined) {
      this.#next = this.#batches.next().then(({ value }) => value);
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
