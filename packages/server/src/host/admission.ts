import { workMeter } from "../deadline/current-request.js";
import type { Turns } from "../stream/turns.js";
import { minConcurrency } from "./concurrency-limit.js";
import { beatMs } from "./event-loop.js";
import {
  type Begin,
  type CallerRequest,
  type QueuedRequest,
  RequestQueue,
  type Slot,
} from "./request-queue.js";

/** What an {@link Admission} needs. */
export interface AdmissionOptions {
  /** Maximum time a request may wait before it begins, in milliseconds. */
  readonly maxQueueDelayMs: number;
  /** The turns of the event loop, in which requests begin before streams work. */
  readonly turns: Turns;
  /**
   * Reports whether the event loop that a connector runs in is so late that only a few of its requests may be in
   * progress.
   */
  readonly isLate: (connector: string) => boolean;
  /**
   * Reports whether a request must wait because too many responses wait to be sent, or will after those that `active`
   * requests of the same queue do not have yet.
   */
  readonly isCrowded: (request: QueuedRequest, active: number) => boolean;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Calls a function after a delay in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
}

/** A request that waits to begin. */
export interface QueuedShare extends QueuedRequest {
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly name: string | undefined;
  /** Time of its arrival. */
  readonly since: number;
}

/**
 * A request that may begin is refused for waiting too long only after this number of turns of the event loop, because a
 * turn that reads many requests takes long too.
 */
const minRounds = 8;

/** Maximum mean time that ready work may wait for the event loop, in milliseconds. */
const maxLoopWaitMs = 15;

/** Minimum milliseconds and measurements over which the lateness of the event loop is determined. */
const window = { ms: 100, beats: 2 };

/**
 * A request that begins as soon as another one ends may end within the same turn of the event loop, and another one after
 * it, so that the loop never reads what has arrived. So one request less begins this way for each such period since the
 * last turn, in milliseconds.
 */
const msPerDelayed = 20;

/** Work is measured until the event loop has not been late for this number of milliseconds. */
const meterCalmMs = 1000;

/** Work that held the event loop for a smaller share of the time is not blamed for its lateness. */
const minShare = 0.25;

/**
 * Decides when a request begins, and refuses it if it would wait too long.
 *
 * Each endpoint of each connector has a queue. In each turn of the event loop some requests begin. The queues take
 * turns, within a queue its callers do, and a queue whose limit is reached is skipped. A request is refused on arrival if
 * so many others wait before it that its own wait would be too long: the length of a queue is limited by time.
 *
 * @see Nichols and Jacobson, Controlling Queue Delay (CoDel), for the idea of limiting a queue by time
 */
export class Admission {
  readonly #options: AdmissionOptions;
  /** Queues by connector id, then by endpoint name. */
  readonly #index = new Map<string, Map<string, RequestQueue>>();
  readonly #queues: RequestQueue[] = [];
  /** Index of the queue whose turn it is. */
  #next = 0;
  #isFollowing = false;
  /** When the last round began, and how many requests have been left to the next one since. */
  #lastRound = { start: 0, delayed: 0 };
  #isTimerSet = false;
  #round = 0;
  /** How long the event loop has not been late, in milliseconds. */
  #calmMs = 0;
  #window = { start: 0, beats: 0, waitMs: 0 };

  /** @param options - Limits, clock and timer */
  constructor(options: AdmissionOptions) {
    this.#options = options;
    options.turns.starts = this;
  }

  /**
   * Reports whether a request would wait too long.
   *
   * @param request - The request
   * @returns Whether it is to be refused
   */
  isOverloaded({ connector, endpoint, caller }: CallerRequest): boolean {
    return this.#index.get(connector)?.get(endpoint)?.isFullFor(caller) === true;
  }

  /**
   * Queues a request until it may begin.
   *
   * @param request - The request
   * @param begin - Called later, never before this method returns: with the slot of the request, or with `undefined` if
   *   it could not begin in time, or was replaced by one of another caller, and is to be refused
   */
  enter(request: CallerRequest, begin: Begin): void {
    const { caller, name } = request;
    const replaced = this.#queueOf(request).add({
      caller,
      name,
      since: this.#options.now(),
      round: this.#round,
      begin,
    });
    replaced?.begin(undefined);
    this.#setTimer();
    this.#options.turns.request();
  }

  /** @returns The requests that wait to begin */
  queued(): readonly QueuedShare[] {
    return this.#queues.flatMap((queue) =>
      queue.waiting().map(({ name, since }) => ({
        connector: queue.connector,
        endpoint: queue.endpoint,
        name,
        since,
      })),
    );
  }

  /** Whether a request could begin now. */
  get ready(): boolean {
    return this.#queues.some((queue) => !queue.isEmpty && this.#mayBegin(queue));
  }

  /** Counts a turn of the event loop. */
  beginRound(): void {
    this.#round += 1;
    this.#lastRound = { start: this.#options.now(), delayed: 0 };
  }

  /**
   * Begins one request, if one may begin.
   *
   * @returns Whether a request began
   */
  startNext(): boolean {
    const count = this.#queues.length;
    for (let tried = 0; tried < count; tried += 1) {
      const queue = this.#queues[this.#next];
      // The next turn goes to another queue, even if this one had nothing to begin.
      this.#next = (this.#next + 1) % count;
      if (queue !== undefined && this.#startIn(queue)) return true;
    }
    return false;
  }

  /**
   * Records how late the event loop is. At the end of a window, adapts the limits to it.
   *
   * @param delayMs - Delay of the last measurement, in milliseconds
   */
  beat(delayMs: number): void {
    const now = this.#options.now();
    if (delayMs > maxLoopWaitMs) workMeter.start();
    const current = this.#window;
    current.beats += 1;
    // Work that became ready since the last measurement has waited for half of the interval on average. The part that
    // also passes without a delay is subtracted, because then nothing has to wait.
    current.waitMs += ((delayMs + beatMs) ** 2 - beatMs ** 2) / 2;
    if (delayMs <= maxLoopWaitMs) for (const queue of this.#queues) queue.limit.start(!queue.isEmpty);
    const elapsedMs = now - current.start;
    if (elapsedMs < window.ms || current.beats < window.beats) return;
    this.#window = { start: now, beats: 0, waitMs: 0 };
    const lateness = current.waitMs / elapsedMs / maxLoopWaitMs;
    this.#calmMs = lateness > 1 ? 0 : this.#calmMs + elapsedMs;
    if (this.#calmMs > meterCalmMs) workMeter.stop();
    for (const queue of this.#queues) {
      const { limit, isEmpty } = queue;
      const isLate = lateness > 1;
      const isStarting = limit.isStarting && !isLate;
      limit.adapt({ lateness: limit.workMs >= minShare * elapsedMs ? lateness : 0, isWanted: !isEmpty });
      if (isStarting) continue;
      this.#refuseExcess(queue, now, isLate);
    }
    if (this.ready) this.#options.turns.request();
  }

  /** Measures the rate of a queue and refuses the requests that would wait too long at this rate. */
  #refuseExcess(queue: RequestQueue, now: number, isLate: boolean): void {
    queue.measureRate(now);
    // If the loop is late, the processor decides how soon they begin. Otherwise the limit does, which can still rise.
    if (isLate || !queue.limit.isReached) for (const { begin } of queue.removeExcess()) begin(undefined);
  }

  #mayBegin(queue: RequestQueue): boolean {
    const { limit, connector } = queue;
    const { isLate, isCrowded } = this.#options;
    return (
      !limit.isReached &&
      (limit.active < minConcurrency || !isLate(connector)) &&
      !isCrowded(queue, limit.active)
    );
  }

  /** Begins the next request of a queue, if it may begin. Returns whether it did. */
  #startIn(queue: RequestQueue): boolean {
    if (queue.isEmpty || !this.#mayBegin(queue)) return false;
    queue.begin()?.begin(this.#slot(queue));
    return true;
  }

  /**
   * Begins the next request of a queue as soon as another one has released its slot, after the response of that one is
   * sent. If it began in a group instead, the whole group would wait for its upstream at the same time, and the
   * processor would be idle. If a request that begins this way ends at once, no other follows it: a chain of them would
   * hold the event loop.
   */
  #follow(queue: RequestQueue): void {
    const { turns } = this.#options;
    if (!queue.isEmpty && turns.isFree && !this.#isFollowing && !this.#mustDelay()) {
      this.#isFollowing = true;
      queueMicrotask(() => {
        this.#startIn(queue);
        this.#isFollowing = false;
        if (this.ready) turns.request();
      });
    } else if (this.ready) turns.request();
  }

  /** Returns whether the event loop has not begun a turn for so long that a request is left to the next one. */
  #mustDelay(): boolean {
    const last = this.#lastRound;
    if (last.delayed >= Math.floor((this.#options.now() - last.start) / msPerDelayed)) return false;
    last.delayed += 1;
    return true;
  }

  #slot(queue: RequestQueue): Slot {
    const { limit } = queue;
    const start = this.#options.now();
    const calm = limit.begin();
    return {
      metered: limit,
      leave: () => {
        limit.finish(this.#options.now() - start, calm);
        this.#follow(queue);
      },
      cancel: () => {
        limit.cancel();
        this.#follow(queue);
      },
    };
  }

  #queueOf(request: QueuedRequest): RequestQueue {
    const { connector, endpoint } = request;
    const known = this.#index.get(connector)?.get(endpoint);
    if (known !== undefined) return known;
    const queue = new RequestQueue(request, this.#options.maxQueueDelayMs);
    const ofConnector = this.#index.get(connector) ?? new Map<string, RequestQueue>();
    this.#index.set(connector, ofConnector.set(endpoint, queue));
    this.#queues.push(queue);
    return queue;
  }

  /** Refuses queued requests that have waited too long. */
  #refuseLate(): void {
    const latest = this.#options.now() - this.#options.maxQueueDelayMs;
    for (const queue of this.#queues) {
      for (let { oldest } = queue; oldest !== undefined; { oldest } = queue) {
        const { since, round, begin } = oldest.value;
        if (since > latest) break;
        if (this.#mayBegin(queue) && this.#round - round < minRounds) break;
        queue.remove(oldest);
        begin(undefined);
      }
    }
  }

  #setTimer(): void {
    if (this.#isTimerSet) return;
    this.#isTimerSet = true;
    this.#options.after(this.#options.maxQueueDelayMs / 4, () => {
      this.#isTimerSet = false;
      this.#refuseLate();
      if (this.#queues.some((queue) => !queue.isEmpty)) this.#setTimer();
    });
  }
}
