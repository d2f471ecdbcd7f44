import { type Link, LinkedList } from "../list/linked-list.js";
import { ConcurrencyLimit } from "./concurrency-limit.js";

/** The connector and the endpoint that a request is for. */
export interface QueuedRequest {
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the endpoint. */
  readonly endpoint: string;
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

/** The requests that wait to begin at one endpoint of one connector, and the limit of those in progress. */
export class RequestQueue implements QueuedRequest {
  readonly connector: string;
  readonly endpoint: string;
  /** The limit of the requests in progress. */
  readonly limit = new ConcurrencyLimit();
  readonly #maxWaitMs: number;
  readonly #waiting = new LinkedList<WaitingRequest>();
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
  get first(): Link<WaitingRequest> | undefined {
    return this.#waiting.first;
  }

  /** Whether a further request would wait too long. */
  get isFull(): boolean {
    return this.#waiting.size >= this.#maxWaiting;
  }

  /** @param request - A request that has to wait */
  add(request: WaitingRequest): void {
    this.#busy ??= { since: request.since, begun: 0 };
    this.#waiting.append(request);
  }

  /**
   * Removes a request that begins.
   *
   * @param link - Its position
   */
  begin(link: Link<WaitingRequest>): void {
    if (this.#busy !== undefined) this.#busy.begun += 1;
    this.remove(link);
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
   * Removes the last requests until the queue is short enough for the rate at which requests begin.
   *
   * @returns The removed requests
   */
  removeExcess(): readonly WaitingRequest[] {
    const removed: WaitingRequest[] = [];
    for (let { last } = this.#waiting; last !== undefined; { last } = this.#waiting) {
      if (this.#waiting.size <= this.#maxWaiting) break;
      removed.push(last.value);
      this.remove(last);
    }
    return removed;
  }

  get #maxWaiting(): number {
    if (this.#rate === undefined) return maxWaiting.unknown;
    return Math.max(maxWaiting.min, this.#rate * this.#maxWaitMs * queuedShare);
  }
}
