import type { RowReading } from "./row-reading.js";

/** Options of {@link ParkedReadings}. */
export interface ParkedReadingsOptions {
  /** Maximum number of readings; a further one replaces the oldest. */
  readonly maxReadings: number;
  /** How long a reading is kept, in milliseconds. */
  readonly keepMs: number;
}

interface Parked {
  readonly reading: RowReading;
  readonly timer: NodeJS.Timeout;
}

/**
 * Readings of sources that cannot begin at a position. The next page goes on with the reading of the page before, if it
 * comes to the same process soon enough. Otherwise the rows before it are read again.
 */
export class ParkedReadings {
  readonly #options: ParkedReadingsOptions;
  readonly #parked = new Map<string, Parked>();

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
   * @param reading - The reading, which is stopped if nobody takes it
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

  /** Stops all readings. */
  stop(): void {
    for (const token of this.#parked.keys()) this.#drop(token);
  }

  #drop(token: string): void {
    this.take(token)?.stop();
  }
}
