import type { Link } from "../list/linked-list.js";
import { CallerTurns } from "./caller-turns.js";
import { ConcurrencyLimit } from "./concurrency-limit.js";

/** The connector and the endpoint that a request is for. */
export interface QueuedRequest {
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the endpoint. */
  readonly endpoint: string;
}

/** A request that has arrived at the service. */
export interface CallerRequest extends QueuedRequest {
  /** Its caller, as returned by `callerKey`. */
  readonly caller: string;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly name?: string | undefined;
}

/** The right of one request to work. */
export interface Slot {
  /** Releases the slot. Must be called once. */
  readonly leave: () => void;
  /** Releases the slot unused. To be called instead of {@link leave}. */
  readonly cancel: () => void;
  /** The limit that the work of the request is added to while work is measured. */
  readonly metered: ConcurrencyLimit;
}

/** Begins a request with its slot, or refuses it if the slot is `undefined`. Must not throw. */
export type Begin = (slot: Slot | undefined) => void;

/** A request that waits to begin. */
export interface WaitingRequest {
  /** Its caller, as returned by `callerKey`. */
  readonly caller: string;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly name?: string | undefined;
  /** Time of its arrival. */
  readonly since: number;
  /** Number of the turn of the event loop in which it arrived. */
  readonly round: number;
  readonly begin: Begin;
}

/** Number of requests that may wait while the rate is unknown (`unknown`), and at any rate (`min`). */
const maxWaiting = { unknown: 256, min: 4 };

/** Minimum milliseconds over which the rate at which requests begin is measured. */
const minRateMs = 50;

/**
 * As many requests may wait as begin in this share of the maximum wait, so that none waits too long when they begin
 * somewhat more slowly than before.
 */
const queuedShare = 0.6;

/**
 * The requests that wait to begin at one endpoint of one connector, and the limit of those in progress. Callers take
 * turns to begin one. When the queue is full, a request of a caller with few of them replaces one of the caller with the
 * most.
 */
export class RequestQueue implements QueuedRequest {
  readonly connector: string;
  readonly endpoint: string;
  /** The limit of the requests in progress. */
  readonly limit = new ConcurrencyLimit();
  readonly #maxWaitMs: number;
  readonly #waiting = new CallerTurns<WaitingRequest>();
  /**
   * Requests begun per millisecond while others wait, averaged over the maximum wait; `undefined` if none had to wait for
   * as long.
   */
  #rate: number | undefined;
  /** When the rate was last measured. */
  #measuredAt = 0;
  /** Number of requests begun since a time from which on the queue was never empty; `undefined` while it is empty. */
  #busy: { readonly since: number; begun: number } | undefined;

  /**
   * @param request - The connector and the endpoint
   * @param maxWaitMs - Maximum time a request may wait before it begins, in milliseconds
   */
  constructor({ connector, endpoint }: QueuedRequest, maxWaitMs: number) {
    this.connector = connector;
    this.endpoint = endpoint;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether no request waits. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** The request that has waited the longest; `undefined` when the queue is empty. */
  get oldest(): Link<WaitingRequest> | undefined {
    return this.#waiting.oldest;
  }

  /** @returns The requests that wait, the oldest first */
  waiting(): readonly WaitingRequest[] {
    return this.#waiting.values();
  }

  /**
   * Returns whether a further request would wait too long.
   *
   * @param caller - The caller of the further request
   * @returns Whether the queue is full, and no other caller has at least two more requests in it
   */
  isFullFor(caller: string): boolean {
    return this.#isFull && this.#waiting.spareFor(caller) === undefined;
  }

  /**
   * Adds a request that has to wait.
   *
   * @param request - The request
   * @returns The request that it replaces, which is to be refused; `undefined` when the queue is not full
   */
  add(request: WaitingRequest): WaitingRequest | undefined {
    this.#busy ??= { since: request.since, begun: 0 };
    const replaced = this.#isFull ? this.#waiting.spareFor(request.caller) : undefined;
    if (replaced !== undefined) this.remove(replaced);
    this.#waiting.append(request);
    return replaced?.value;
  }

  /**
   * Removes the request that begins next: the oldest one of the caller whose turn it is.
   *
   * @returns The request; `undefined` when the queue is empty
   */
  begin(): WaitingRequest | undefined {
    const begun = this.#waiting.take();
    if (this.#busy !== undefined && begun !== undefined) this.#busy.begun += 1;
    if (this.isEmpty) this.#busy = undefined;
    return begun;
  }

  /** @param link - Position of a request to remove */
  remove(link: Link<WaitingRequest>): void {
    this.#waiting.remove(link);
    if (this.isEmpty) this.#busy = undefined;
  }

  /**
   * Updates the rate at which requests begin.
   *
   * @param now - The current time
   */
  measureRate(now: number): void {
    if (this.#busy === undefined) {
      // An overloaded queue can be empty for a moment, because streams begin in groups.
      if (now - this.#measuredAt > this.#maxWaitMs) this.#rate = undefined;
      return;
    }
    const { since, begun } = this.#busy;
    const elapsedMs = now - since;
    if (elapsedMs < minRateMs) return;
    // One request can take longer than a window. That none began says nothing until one should have.
    if (this.#rate === undefined && begun === 0 && elapsedMs < this.#maxWaitMs) return;
    const rate = begun / elapsedMs;
    const weight = 1 - Math.exp(-elapsedMs / this.#maxWaitMs);
    this.#rate = this.#rate === undefined ? rate : this.#rate + (rate - this.#rate) * weight;
    this.#busy = { since: now, begun: 0 };
    this.#measuredAt = now;
  }

  /**
   * Removes the last requests of the callers with the most, until the queue is short enough for the rate at which
   * requests begin.
   *
   * @returns The removed requests
   */
  removeExcess(): readonly WaitingRequest[] {
    const removed: WaitingRequest[] = [];
    for (let { spare } = this.#waiting; spare !== undefined; { spare } = this.#waiting) {
      if (this.#waiting.size <= this.#maxWaiting) break;
      removed.push(spare.value);
      this.remove(spare);
    }
    return removed;
  }

  get #isFull(): boolean {
    return this.#waiting.size >= this.#maxWaiting;
  }

  get #maxWaiting(): number {
    if (this.#rate === undefined) return maxWaiting.unknown;
    return Math.max(maxWaiting.min, this.#rate * this.#maxWaitMs * queuedShare);
  }
}
