import { type Link, LinkedList } from "../deadline/linked-list.js";
import type { QuotaHolder, QuotaLimit } from "../settings/limits.js";
import { CallerTurns } from "./request-queue.js";

/** The limit that a counter enforces. */
export interface CountedLimit {
  readonly holder: QuotaHolder;
  readonly limit: QuotaLimit;
  /** Id of the connector of the requests; limits of an account or a connector depend on it. */
  readonly connector: string;
}

/** How long the requests take that a limit counts at a connector. */
export interface UsualTime {
  /** Moving average in milliseconds; 0 until one has ended. */
  ms: number;
}

/** What a {@link UsageCounter} is for. */
export interface UsageCounterOptions {
  /** Its key among all counters. */
  readonly key: string;
  readonly facts: CountedLimit;
  /** Current value of the limit. */
  readonly max: number;
  /** What the counters of the same limit and connector share. */
  readonly usual: UsualTime;
}

/** Weight of the latest request in the moving average of how long requests take. */
const newestWeight = 0.2;

/** Minimum and maximum of `Retry-After`, in seconds. */
const retrySeconds = { min: 1, max: 60 };

/**
 * The requests or the streams of one holder that are in progress, and those that wait for one of them to end. Whoever
 * uses the service takes turns to begin the next one.
 */
export class UsageCounter<Waiting extends { readonly caller: string }> {
  /** Its key among all counters. */
  readonly key: string;
  readonly facts: CountedLimit;
  /** Maximum number in progress; `0` means no maximum. */
  max: number;
  readonly waiting = new CallerTurns<Waiting>();
  /** Number of requests that it may count: those in progress, and those that wait for it or for another counter. */
  users = 0;
  /** When those in progress began, the oldest first. */
  readonly #starts = new LinkedList<number>();
  readonly #usual: UsualTime;

  /** @param options - The limit */
  constructor({ key, facts, max, usual }: UsageCounterOptions) {
    this.key = key;
    this.facts = facts;
    this.max = max;
    this.#usual = usual;
  }

  /** Whether a further one may begin. Only while none may, others wait. */
  get hasRoom(): boolean {
    return this.max === 0 || this.#starts.size < this.max;
  }

  /**
   * Returns whether a further one would be refused.
   *
   * @param caller - Whose turn it would wait for
   * @returns Whether as many wait as may be in progress, and no other caller has at least two more of them
   */
  isFullFor(caller: string): boolean {
    return !this.hasRoom && this.waiting.size >= this.max && this.waiting.spareFor(caller) === undefined;
  }

  /**
   * @param now - The current time
   * @returns The position to pass to {@link finish}
   */
  begin(now: number): Link<number> {
    return this.#starts.append(now);
  }

  /**
   * @param start - What {@link begin} returned
   * @param now - The current time
   */
  finish(start: Link<number>, now: number): void {
    this.#starts.remove(start);
    const tookMs = now - start.value;
    this.#usual.ms += (tookMs - this.#usual.ms) * (this.#usual.ms === 0 ? 1 : newestWeight);
  }

  /**
   * Estimates when a further one could begin. The oldest one is expected to take as long as the ones before it. If it
   * already takes longer, it is expected to take as long again, so that callers that wait for one without an end return
   * less and less often.
   *
   * @param now - The current time
   * @returns Seconds
   */
  retryAfter(now: number): number {
    const ageMs = now - (this.#starts.first?.value ?? now);
    const usualMs = this.#usual.ms;
    const leftMs = usualMs > ageMs ? usualMs - ageMs : ageMs;
    const queueMs = (usualMs * this.waiting.size) / Math.max(1, this.max);
    return Math.min(retrySeconds.max, Math.max(retrySeconds.min, Math.ceil((leftMs + queueMs) / 1000)));
  }
}
