import { type RateHolder, type RateLimit, rateLimits } from "../limits/quota-limits.js";
import type { Pace } from "../stream/response-sink.js";
import type { Maximums } from "./maximums.js";
import type { QuotaRequest } from "./quotas.js";
import { RateBucket, type RateBucketOptions } from "./rate-bucket.js";

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

  /** Keeps a bucket until it is full, because a new one would be full at once. */
  #end(used: UsedBucket): void {
    used.users -= 1;
    if (used.users > 0) return;
    this.#options.after(Math.ceil(used.bucket.msUntilFull), () => {
      if (used.users === 0 && this.#buckets.get(used.key) === used) this.#buckets.delete(used.key);
    });
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
