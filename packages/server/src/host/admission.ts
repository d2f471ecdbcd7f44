import { workMeter } from "../deadline/work-meter.js";
import { type Link, LinkedList } from "../list/linked-list.js";
import type { Turns } from "../stream/turns.js";
import { ConcurrencyLimit, minConcurrency } from "./concurrency-limit.js";
import { beatMs } from "./loop-delay.js";

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
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Calls a function after a delay in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
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

interface Waiting {
  readonly since: number;
  /** Number of the turn of the event loop in which it arrived. */
  readonly round: number;
  readonly begin: Begin;
}

/** The queue and the limit of the requests to one endpoint of one connector. */
interface Line {
  /** Id of the connector. */
  readonly connector: string;
  readonly limit: ConcurrencyLimit;
  /** The requests that wait to begin, in order of arrival. */
  readonly waiting: LinkedList<Waiting>;
  /** Requests begun per millisecond while the queue is never empty; `undefined` while no request has to wait. */
  rate: number | undefined;
  /** Number of requests begun in the current window, and whether the queue was never empty in it. */
  window: { begun: number; isBusy: boolean };
}

/** Number of requests that may wait while the rate is unknown (`unknown`), and at any rate (`min`). */
const maxWaiting = { unknown: 256, min: 4 };

/**
 * A request that may begin is refused for waiting too long only after this number of turns of the event loop, because a
 * turn that reads many requests takes long too.
 */
const minRounds = 8;

/** Weight of the last window in the moving average of the rate at which requests begin. */
const rateWeight = 0.3;

/** Maximum mean time that ready work may wait for the event loop, in milliseconds. */
const maxLoopWaitMs = 15;

/** Minimum milliseconds and measurements over which the lateness of the event loop is determined. */
const window = { ms: 100, beats: 2 };

/** Work is measured until the event loop has not been late for this number of milliseconds. */
const meterCalmMs = 1000;

/** Work that held the event loop for a smaller share of the time is not blamed for its lateness. */
const minShare = 0.25;

/**
 * Decides when a request begins, and refuses it if it would wait too long.
 *
 * Each endpoint of each connector has a queue. In each turn of the event loop some requests begin. The queues take
 * turns, and a queue whose {@link ConcurrencyLimit} is reached is skipped. A request is refused on arrival if so many
 * others wait before it that its own wait would be too long: the length of a queue is limited by time.
 *
 * @see Nichols and Jacobson, Controlling Queue Delay (CoDel), for the idea of limiting a queue by time
 */
export class Admission {
  readonly #options: AdmissionOptions;
  /** Queues by connector id, then by endpoint name. */
  readonly #index = new Map<string, Map<string, Line>>();
  readonly #lines: Line[] = [];
  /** Index of the queue whose turn it is. */
  #next = 0;
  #isFollowing = false;
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
   * @param connector - Id of its connector
   * @param endpoint - Name of its endpoint
   * @returns Whether it is to be refused
   */
  isOverloaded(connector: string, endpoint: string): boolean {
    const line = this.#index.get(connector)?.get(endpoint);
    if (line === undefined) return false;
    const { rate, waiting } = line;
    if (rate === undefined) return waiting.size >= maxWaiting.unknown;
    return waiting.size >= Math.max(maxWaiting.min, rate * this.#options.maxQueueDelayMs);
  }

  /**
   * Queues a request until it may begin.
   *
   * @param request - Id of its connector and name of its endpoint
   * @param begin - Called later, never before this method returns: with the slot of the request, or with `undefined` if
   *   it could not begin in time and is to be refused
   */
  enter(
    { connector, endpoint }: { readonly connector: string; readonly endpoint: string },
    begin: Begin,
  ): void {
    const { waiting } = this.#line(connector, endpoint);
    waiting.append({ since: this.#options.now(), round: this.#round, begin });
    this.#setTimer();
    this.#options.turns.request();
  }

  /** Whether a request could begin now. */
  get ready(): boolean {
    return this.#lines.some((line) => line.waiting.size > 0 && this.#mayBegin(line));
  }

  /** Counts a turn of the event loop. */
  beginRound(): void {
    this.#round += 1;
  }

  /**
   * Begins one request, if one may begin.
   *
   * @returns Whether a request began
   */
  startNext(): boolean {
    const count = this.#lines.length;
    for (let tried = 0; tried < count; tried += 1) {
      const line = this.#lines[this.#next];
      // The next turn goes to another queue, even if this one had nothing to begin.
      this.#next = (this.#next + 1) % count;
      if (line !== undefined && this.#startIn(line)) return true;
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
    const elapsedMs = now - current.start;
    if (elapsedMs < window.ms || current.beats < window.beats) return;
    this.#window = { start: now, beats: 0, waitMs: 0 };
    const lateness = current.waitMs / elapsedMs / maxLoopWaitMs;
    this.#calmMs = lateness > 1 ? 0 : this.#calmMs + elapsedMs;
    if (this.#calmMs > meterCalmMs) workMeter.stop();
    for (const line of this.#lines) adapt(line, { elapsedMs, lateness });
    if (this.ready) this.#options.turns.request();
  }

  #mayBegin({ connector, limit }: Line): boolean {
    return !limit.isReached && (limit.active < minConcurrency || !this.#options.isLate(connector));
  }

  /** Begins the first request of a queue, if it may begin. Returns whether it did. */
  #startIn(line: Line): boolean {
    const { first } = line.waiting;
    if (first === undefined || !this.#mayBegin(line)) return false;
    this.#take(line, first);
    line.window.begun += 1;
    first.value.begin(this.#slot(line));
    return true;
  }

  #take(line: Line, waiting: Link<Waiting>): void {
    line.waiting.remove(waiting);
    if (line.waiting.size === 0) line.window.isBusy = false;
  }

  /**
   * Begins the next request of a queue as soon as another one has released its slot, after the response of that one is
   * sent. If it began in a group instead, the whole group would wait for its upstream at the same time, and the
   * processor would be idle. If a request that begins this way ends at once, no other follows it: a chain of them would
   * hold the event loop.
   */
  #follow(line: Line): void {
    const { turns } = this.#options;
    if (line.waiting.size > 0 && turns.isFree && !this.#isFollowing) {
      this.#isFollowing = true;
      queueMicrotask(() => {
        this.#startIn(line);
        this.#isFollowing = false;
        if (this.ready) turns.request();
      });
    } else if (this.ready) turns.request();
  }

  #slot(line: Line): Slot {
    const { limit } = line;
    const start = this.#options.now();
    const calm = limit.begin();
    return {
      metered: limit,
      leave: () => {
        limit.finish(this.#options.now() - start, calm);
        this.#follow(line);
      },
      cancel: () => {
        limit.cancel();
        this.#follow(line);
      },
    };
  }

  #line(connector: string, endpoint: string): Line {
    const known = this.#index.get(connector)?.get(endpoint);
    if (known !== undefined) return known;
    const line: Line = {
      connector,
      limit: new ConcurrencyLimit(),
      waiting: new LinkedList(),
      rate: undefined,
      window: { begun: 0, isBusy: false },
    };
    const ofConnector = this.#index.get(connector) ?? new Map<string, Line>();
    this.#index.set(connector, ofConnector.set(endpoint, line));
    this.#lines.push(line);
    return line;
  }

  /** Refuses queued requests that have waited too long. */
  #refuseLate(): void {
    const latest = this.#options.now() - this.#options.maxQueueDelayMs;
    for (const line of this.#lines) {
      for (let { first } = line.waiting; first !== undefined; { first } = line.waiting) {
        const { since, round, begin } = first.value;
        if (since > latest) break;
        if (this.#mayBegin(line) && this.#round - round < minRounds) break;
        this.#take(line, first);
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
      if (this.#lines.some(({ waiting }) => waiting.size > 0)) this.#setTimer();
    });
  }
}

interface Observation {
  readonly elapsedMs: number;
  /** Mean wait of ready work for the event loop, as a multiple of the maximum. */
  readonly lateness: number;
}

function adapt(line: Line, { elapsedMs, lateness }: Observation): void {
  const { limit, window: last, waiting } = line;
  const isBusy = waiting.size > 0;
  limit.adapt({ lateness: limit.workMs >= minShare * elapsedMs ? lateness : 0, isWanted: isBusy });
  const rate = last.begun / elapsedMs;
  if (last.isBusy) line.rate = line.rate === undefined ? rate : line.rate + (rate - line.rate) * rateWeight;
  else if (!isBusy) line.rate = undefined;
  line.window = { begun: 0, isBusy };
}
