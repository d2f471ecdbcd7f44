import { type Link, LinkedList } from "../deadline/linked-list.js";
import { type RateHolder, type RateLimit, rateLimits } from "../settings/limits.js";
import type { Pace } from "../stream/response-sink.js";
import type { Maximums, QuotaRequest } from "./quotas.js";

/** What {@link Rates} needs. */
export interface RatesOptions extends RateBucketOptions {
  readonly maximums: Maximums;
}

/** A bucket, and what uses it. */
interface UsedBucket {
  readonly key: string;
  readonly limit: RateLimit;
  readonly connector: string;
  readonly bucket: RateBucket;
  /** Number of streams that it limits. */
  users: number;
}

/** A stream whose bytes per second are limited. */
export interface PacedStream {
  readonly pace: Pace;
  /** To be called once the stream has ended. */
  readonly end: () => void;
}

/**
 * Limits the bytes per second of the streams of each caller, account and connector. A stream that is too fast is not
 * read, so its source slows down as it does for a slow reader.
 */
export class Rates {
  readonly #options: RatesOptions;
  readonly #buckets = new Map<string, UsedBucket>();

  /** @param options - Maximums, clock and timer */
  constructor(options: RatesOptions) {
    this.#options = options;
    const { maximums } = options;
    maximums.watch(() => {
      for (const { bucket, limit, connector } of this.#buckets.values())
        bucket.setRate(maximums.of(limit, connector));
    });
  }

  /** Number of holders whose streams are limited, for each of their limits. */
  get size(): number {
    return this.#buckets.size;
  }

  /**
   * @param request - A request for rows that begins
   * @returns How fast its rows may be sent; `undefined` for no maximum
   */
  begin(request: QuotaRequest): PacedStream | undefined {
    const used = rateHolders.flatMap((holder) => this.#bucketOf(request, holder) ?? []);
    if (used.length === 0) return undefined;
    for (const one of used) one.users += 1;
    return {
      pace: paceOf(used.map(({ bucket }) => bucket)),
      end: () => {
        for (const one of used) this.#end(one);
      },
    };
  }

  #bucketOf(request: QuotaRequest, holder: RateHolder): UsedBucket | undefined {
    const { maximums } = this.#options;
    const { connector, [holder]: id } = request;
    const limit = rateLimits[holder];
    const rate = maximums.of(limit, connector);
    if (id === undefined || rate === 0) return undefined;
    const key = `${limit} ${id}`;
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    const made = { key, limit, connector, bucket: new RateBucket(rate, this.#options), users: 0 };
    this.#buckets.set(key, made);
    return made;
  }

  #end(used: UsedBucket): void {
    used.users -= 1;
    this.#forgetOnceFull(used);
  }

  /** Keeps a bucket that is not used until it is full, because a new one would be full at once. */
  #forgetOnceFull(used: UsedBucket): void {
    if (used.users > 0) return;
    const leftMs = Math.ceil(used.bucket.msUntilFull);
    if (leftMs > 0) this.#options.after(leftMs, () => this.#forgetOnceFull(used));
    else if (this.#buckets.get(used.key) === used) this.#buckets.delete(used.key);
  }
}

const rateHolders = ["caller", "account", "connector"] as const satisfies readonly RateHolder[];

function paceOf(buckets: readonly RateBucket[]): Pace {
  return {
    get maxBytes() {
      return Math.max(1, Math.floor(Math.min(...buckets.map(({ maxBytes }) => maxBytes))));
    },
    take: (count, then) => new Taking(buckets, count).begin(then),
  };
}

/** Bytes that are taken from several buckets at the same time, so that none is exceeded. */
class Taking {
  readonly #buckets: readonly RateBucket[];
  readonly #count: number;
  #cancel: (() => void) | undefined;

  constructor(buckets: readonly RateBucket[], count: number) {
    this.#buckets = buckets;
    this.#count = count;
  }

  begin(then: () => void): (() => void) | undefined {
    if (this.#take(false, then)) return undefined;
    return () => this.#cancel?.();
  }

  /** Takes the bytes, or waits for the first bucket without room. Only who has not waited lets those that wait go first. */
  #take(hasWaited: boolean, then: () => void): boolean {
    this.#cancel = undefined;
    const full = this.#buckets.find(
      (bucket) => !bucket.hasRoomFor(this.#count) || (!hasWaited && bucket.isAwaited),
    );
    if (full === undefined) {
      for (const bucket of this.#buckets) bucket.take(this.#count);
      return true;
    }
    const retry = (): void => {
      if (this.#take(true, then)) then();
    };
    this.#cancel = full.wait({ count: this.#count, retry });
    return false;
  }
}

/** Share of a second whose bytes may be sent at once, after a time without any. */
const burstSeconds = 0.1;

/** Minimum number of bytes that may be sent at once, so that a low rate does not send single bytes. */
const minBurst = 256;

/** Bytes that wait to be sent. */
interface WaitingBytes {
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
class RateBucket {
  readonly #options: RateBucketOptions;
  readonly #waiting = new LinkedList<WaitingBytes>();
  #rate: number;
  /** Bytes that may be sent now, at the time of the last change. */
  #level: number;
  #changedAt: number;
  /** The timer that is set; those before it are ignored. `undefined` while none is. */
  #timer: object | undefined;

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
    this.#timer = undefined;
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
    if (first === undefined || this.#timer !== undefined) return;
    const timer = {};
    this.#timer = timer;
    this.#options.after(Math.ceil(this.#msUntil(first.value.count)), () => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#sendNext();
    });
  }

  #msUntil(count: number): number {
    this.#refill();
    if (this.#rate === 0) return 0;
    return Math.max(0, ((Math.min(count, this.maxBytes) - this.#level) / this.#rate) * 1000);
  }
}
