import { type Link, LinkedList } from "../list/linked-list.js";

/** Share of a second whose bytes may be sent at once, after a time without any. */
const burstSeconds = 0.1;

/** Minimum number of bytes that may be sent at once, so that a low rate does not send single bytes. */
const minBurst = 256;

/** Bytes that wait to be sent. */
export interface WaitingBytes {
  readonly count: number;
  /** Tries again. */
  readonly retry: () => void;
}

/** Clock and timer of a {@link RateBucket}. */
export interface RateBucketOptions {
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Calls a function after a delay in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
}

/**
 * The bytes per second of one caller, account or connector. Its streams take turns. In any time, at most the bytes of
 * this time and of a tenth of a second are sent.
 *
 * @see https://en.wikipedia.org/wiki/Token_bucket
 */
export class RateBucket {
  readonly #options: RateBucketOptions;
  readonly #waiting = new LinkedList<WaitingBytes>();
  #rate: number;
  /** Bytes that may be sent now, at the time of the last change. */
  #level: number;
  #changedAt: number;
  /** Number of the timer that is set; those before it are ignored. 0 while none is. */
  #timer = 0;
  #timers = 0;

  /**
   * @param rate - Bytes per second; `0` means no maximum
   * @param options - Clock and timer
   */
  constructor(rate: number, options: RateBucketOptions) {
    this.#options = options;
    this.#rate = rate;
    this.#level = this.maxBytes;
    this.#changedAt = options.now();
  }

  /** Maximum number of bytes that may be sent at once. */
  get maxBytes(): number {
    return this.#rate === 0 ? Number.POSITIVE_INFINITY : Math.max(minBurst, this.#rate * burstSeconds);
  }

  /** Milliseconds until a new bucket would not differ from this one. */
  get msUntilFull(): number {
    return this.#msUntil(this.maxBytes);
  }

  /** @param rate - The new bytes per second */
  setRate(rate: number): void {
    this.#refill();
    this.#rate = rate;
    this.#level = Math.min(this.#level, this.maxBytes);
    this.#timer = 0;
    this.#sendNext();
  }

  /**
   * @param count - Number of bytes
   * @returns Whether they may be sent now, before those that wait
   */
  hasRoomFor(count: number): boolean {
    this.#refill();
    return this.#level >= Math.min(count, this.maxBytes);
  }

  /** Whether other bytes wait. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** @param count - Number of bytes that are sent */
  take(count: number): void {
    this.#refill();
    this.#level -= count;
  }

  /**
   * Waits until bytes may be sent.
   *
   * @param bytes - The bytes; they are tried again once they are the first that wait and have room
   * @returns A function that ends the wait
   */
  wait(bytes: WaitingBytes): () => void {
    const link = this.#waiting.append(bytes);
    this.#setTimer();
    return () => this.#remove(link);
  }

  #remove(link: Link<WaitingBytes>): void {
    this.#waiting.remove(link);
    this.#setTimer();
  }

  #refill(): void {
    const now = this.#options.now();
    if (this.#rate === 0) this.#level = Number.POSITIVE_INFINITY;
    else this.#level = Math.min(this.maxBytes, this.#level + ((now - this.#changedAt) / 1000) * this.#rate);
    this.#changedAt = now;
  }

  #sendNext(): void {
    for (let { first } = this.#waiting; first !== undefined; { first } = this.#waiting) {
      if (!this.hasRoomFor(first.value.count)) break;
      this.#waiting.remove(first);
      first.value.retry();
    }
    this.#setTimer();
  }

  #setTimer(): void {
    const { first } = this.#waiting;
    if (first === undefined || this.#timer !== 0) return;
    this.#timers += 1;
    const timer = this.#timers;
    this.#timer = timer;
    this.#options.after(Math.ceil(this.#msUntil(first.value.count)), () => {
      if (this.#timer !== timer) return;
      this.#timer = 0;
      this.#sendNext();
    });
  }

  #msUntil(count: number): number {
    this.#refill();
    if (this.#rate === 0) return 0;
    return Math.max(0, ((Math.min(count, this.maxBytes) - this.#level) / this.#rate) * 1000);
  }
}
