import { workMeter } from "../deadline/work-meter.js";
import { type Link, LinkedList } from "../list/linked-list.js";
import type { Turns } from "../stream/turns.js";
import { ConcurrencyLimit, minConcurrency } from "./concurrency-limit.js";
import { beatMs } from "./loop-delay.js";

/** What an {@link Admission} needs. */
export interface AdmissionOptions {
  /** How long a request may wait until it begins, in milliseconds. */
  readonly maxQueueDelayMs: number;
  /** Let requests begin, between the turns of streams. */
  readonly turns: Turns;
  /** Whether the event loop in which a connector works is so late that only few of its requests may begin. */
  readonly isLate: (connector: string) => boolean;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** Calls a function after so many milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
}

/** A request that may work. */
export interface Slot {
  /** Ends it; to be called once. */
  readonly leave: () => void;
  /** Returns it unused, in place of {@link leave}. */
  readonly cancel: () => void;
  /** What the work of the request is added to while somebody measures it. */
  readonly metered: ConcurrencyLimit;
}

/** Begins a request, or refuses it when there is no slot for it. Must not throw. */
export type Begin = (slot: Slot | undefined) => void;

interface Waiting {
  readonly since: number;
  /** Number of the turn of the event loop in which it arrived. */
  readonly round: number;
  readonly begin: Begin;
}

/** The requests to one endpoint of one connector. */
interface Line {
  /** Id of the connector. */
  readonly connector: string;
  readonly limit: ConcurrencyLimit;
  /** Those that wait for their start, the first one first. */
  readonly waiting: LinkedList<Waiting>;
  /** How many begin in a millisecond when some always wait; `undefined` while none have to. */
  rate: number | undefined;
  /** How many began in the present window, and whether some waited all the time. */
  window: { begun: number; isBusy: boolean };
}

/** How many requests may wait while it is not known how soon they begin, and however late they begin. */
const maxWaiting = { unknown: 256, min: 4 };

/** So many times the event loop has turned before a request that may begin has waited too long: reading many takes time too. */
const minRounds = 8;

/** How far the last window moves the rate at which requests begin. */
const rateWeight = 0.3;

/** How long what is ready may wait for the event loop on average, in milliseconds. */
const maxLoopWaitMs = 15;

/** Over how many milliseconds at least, and how many measurements, it is determined how late the event loop is. */
const window = { ms: 100, beats: 2 };

/** Work is measured until the event loop has not been late for so many milliseconds. */
const meterCalmMs = 1000;

/** Work that held the event loop for a smaller part of the time does not make it late. */
const minShare = 0.25;

/**
 * Decides when a request begins, and refuses it when that would take too long.
 *
 * Requests wait in a queue for each endpoint of each connector. In each turn of the event loop some of them begin, the queues
 * by turns, as long as the {@link ConcurrencyLimit} of the queue is not reached. A request is refused as soon as it arrives when
 * those before it are so many that its wait would be too long: the length of a queue is limited by time.
 *
 * @see Nichols and Jacobson, Controlling Queue Delay (CoDel), for the idea of limiting a queue by time
 */
export class Admission {
  readonly #options: AdmissionOptions;
  /** By connector, then by endpoint. */
  readonly #index = new Map<string, Map<string, Line>>();
  readonly #lines: Line[] = [];
  /** Whose turn it is. */
  #next = 0;
  #isFollowing = false;
  #isTimerSet = false;
  #round = 0;
  /** For how long the event loop has not been late, in milliseconds. */
  #calmMs = 0;
  #window = { start: 0, beats: 0, waitMs: 0 };

  /** @param options - Limits, clock and timer */
  constructor(options: AdmissionOptions) {
    this.#options = options;
    options.turns.starts = this;
  }

  /**
   * Reports whether a request would wait for too long.
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
   * Waits until a request may begin.
   *
   * @param request - Id of its connector and name of its endpoint
   * @param begin - Called with its slot in a later turn of the event loop; with `undefined` when it cannot begin in time and is
   *   to be refused
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

  /** Begins a turn of the event loop. */
  beginRound(): void {
    this.#round += 1;
  }

  /**
   * Lets one request begin.
   *
   * @returns Whether there was one
   */
  startNext(): boolean {
    const count = this.#lines.length;
    for (let tried = 0; tried < count; tried += 1) {
      const line = this.#lines[this.#next];
      // Whether it had its turn or nothing to begin: the next turn is another line's.
      this.#next = (this.#next + 1) % count;
      if (line !== undefined && this.#startIn(line)) return true;
    }
    return false;
  }

  /**
   * Takes note of how late the event loop is, and adapts to it.
   *
   * @param delayMs - Delay of the last measurement, in milliseconds
   */
  beat(delayMs: number): void {
    const now = this.#options.now();
    if (delayMs > maxLoopWaitMs) workMeter.start();
    const current = this.#window;
    current.beats += 1;
    // Whatever became ready since the last measurement has waited for half of that time; without a delay nothing had to.
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

  /** Lets the first request of a line begin, if it may. */
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
   * Lets a request take the slot of another one at once. Were it begun with others, all would wait for their upstream at the
   * same time, and the processor with them. It begins when the answer of the other one is sent. One that follows and ends at
   * once has no follower: they would hold the event loop.
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

  /** Refuses requests that have waited for too long after all. */
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
  /** By how many times what is ready waits longer than it may. */
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
