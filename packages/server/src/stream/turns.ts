/** Maximum time one stream works before new data is read from the network, in milliseconds. */
const maxTurnMs = 2;

/**
 * Time one stream works in consecutive turns before another stream of its connector gets one, in milliseconds. Short
 * streams then end one after the other. If their turns alternated, all of them would end late.
 */
const maxRunMs = 20;

/** Time to start requests, and time for streams to work, in one turn of the event loop, in milliseconds. */
const startsMs = { min: 5, max: 20 };
const turnsMs = { min: maxTurnMs, max: 20 };

/** Work gets this multiple of the time that everything else took since the last round, within the limits above. */
const share = 9;

/** Maximum time that arriving connections may delay all work, in milliseconds. */
const maxHoldMs = 100;

/** Number of streams of a connector that may always wait for their turns, however long the wait. */
const minStreams = 32;

/**
 * Number of streams of a connector that may wait for a short time. Such bursts are normal, because streams that begin
 * first fill the buffers of their connections. After that time the number falls by one stream in each `msPerStream`. If it
 * fell at once, no stream could begin until as many had ended, and requests that wait would be refused late.
 */
const maxBurst = { streams: 64, ms: 1000, msPerStream: 50 };

/** Maximum number of requests to start in a row. */
const maxBatch = 32;

/** Weight of the latest interval in the moving average of the time between two turns. */
const intervalWeight = 0.1;

/** A queue of requests that are waiting to start. */
export interface Starts {
  /** Whether a request could start now. */
  readonly ready: boolean;
  /** Called at the beginning of each round. */
  beginRound(): void;
  /** @returns Whether a request was started */
  startNext(): boolean;
}

/** Clock and event loop of {@link Turns}; tests pass their own. */
export interface TurnsOptions {
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Calls a function in the next turn of the event loop, after incoming data was read. */
  readonly nextTurn: (then: () => void) => void;
  /** Calls a function once the work that was just started is waiting for something. */
  readonly afterWork: (then: () => void) => void;
}

/** The work in one turn of the event loop. */
interface Round {
  /** Time until which requests are started. */
  readonly startsEnd: number;
  /** How long streams work after that, in milliseconds. */
  readonly turnsMs: number;
  /** Time until which streams work; `undefined` until the first one does. */
  turnsEnd: number | undefined;
  hasStarted: boolean;
}

const eventLoop: TurnsOptions = {
  now: () => performance.now(),
  nextTurn: (then) => void setImmediate(then),
  // Node calls it when the microtask queue is empty.
  afterWork: (then) => void Promise.resolve().then(() => process.nextTick(then)),
};

/**
 * Shares the event loop between new requests and running streams. In each turn of the event loop, requests are started
 * first. Then streams work, alternating between connectors. Both get more time if incoming data takes long to process,
 * so that refusing many requests does not take time away from accepted ones.
 */
export class Turns {
  /** Requests that are waiting to start. */
  starts: Starts = { ready: false, beginRound: () => undefined, startNext: () => false };
  /** Streams that are waiting for their turn, by connector. The connector whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #options: TurnsOptions;
  /** Maximum number of requests to start in a row; adapts to how long they take. */
  #maxInRow = 1;
  /** The last requests that were started in a row: when, and how many. */
  #batch: { readonly start: number; readonly count: number } | undefined;
  #count = 0;
  /** Since when at least `minStreams` streams have been waiting, apart from breaks shorter than the time of a burst. */
  #crowdedSince: number | undefined;
  /** Since when fewer streams have been waiting; `undefined` while there are as many. */
  #calmSince: number | undefined;
  #isScheduled = false;
  #isHandingOut = false;
  /** Time when the last round ended; `undefined` if nothing was waiting then. */
  #ended: number | undefined;
  /** Whether a connection arrived since the last round. */
  #hasConnection = false;
  /** Time since which work has been delayed for connections. */
  #heldSince: number | undefined;
  /** Moving average of the milliseconds from one turn to the next while streams are waiting. */
  #intervalMs = maxTurnMs;
  #lastTurn: number | undefined;

  /** @param options - Clock and event loop. Default: those of the process */
  constructor(options: TurnsOptions = eventLoop) {
    this.#options = options;
  }

  /**
   * Waits for the next turn.
   *
   * @param connector - Id of the connector whose stream is waiting
   * @param isFirst - Whether it is before all other streams of the connector. Default: `false`
   * @returns A promise that resolves when the stream may work again
   */
  next(connector: string, isFirst = false): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(connector);
      if (waiting === undefined) this.#waiting.set(connector, [resolve]);
      else if (isFirst) waiting.unshift(resolve);
      else waiting.push(resolve);
      this.#count += 1;
      if (this.#count >= minStreams) this.#beginCrowd();
      this.request();
    });
  }

  #beginCrowd(): void {
    const now = this.#options.now();
    if (now - (this.#calmSince ?? now) > maxBurst.ms) this.#crowdedSince = undefined;
    this.#crowdedSince ??= now;
    this.#calmSince = undefined;
  }

  /**
   * Starts the clock of one stream.
   *
   * @param connector - Id of the connector whose stream it is
   * @returns A function that waits for the next turn if the current one has reached its maximum
   */
  clock(connector: string): () => Promise<void> | undefined {
    const { now } = this.#options;
    let start = now();
    let leftMs = 0;
    return () => {
      const tookMs = now() - start;
      if (tookMs < maxTurnMs) return undefined;
      leftMs -= tookMs;
      const goesOn = leftMs > 0;
      if (!goesOn) leftMs = maxRunMs;
      return this.next(connector, goesOn).then(() => {
        start = now();
      });
    };
  }

  /**
   * @param connector - Id of a connector
   * @param begun - Number of its requests that have begun and have no rows yet. They are expected to wait soon, up to as
   *   many as are waiting. Default: 0
   * @returns Estimated milliseconds that another stream of it would wait for each turn; 0 while few streams are waiting
   */
  waitMs(connector: string, begun = 0): number {
    const waiting = this.#waiting.get(connector)?.length ?? 0;
    const ownStreams = waiting + Math.min(waiting, begun);
    const now = this.#options.now();
    const burstOverMs = Math.max(0, now - (this.#crowdedSince ?? now) - maxBurst.ms);
    const maxStreams = Math.max(minStreams, maxBurst.streams - burstOverMs / maxBurst.msPerStream);
    if (ownStreams < maxStreams) return 0;
    return ownStreams * this.#waiting.size * this.#intervalMs;
  }

  /**
   * Delays work until the waiting connections have been accepted. Some versions of Node accept one connection in each
   * turn of the event loop, so each connection would wait one full turn for every connection before it.
   */
  connectionArrived(): void {
    this.#hasConnection = true;
  }

  /** Whether no round is running and no connection is waiting to be accepted. */
  get isFree(): boolean {
    return !this.#isHandingOut && !this.#hasConnection && this.#heldSince === undefined;
  }

  /** Schedules a round in the next turn of the event loop. */
  request(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.nextTurn(() => this.#begin());
  }

  #begin(): void {
    const start = this.#options.now();
    if (this.#isHeld(start)) return;
    const elsewhereMs = this.#ended === undefined ? 0 : start - this.#ended;
    const earnedMs = elsewhereMs * share;
    const startsEnd = start + clamp(earnedMs, startsMs);
    this.#isHandingOut = true;
    this.starts.beginRound();
    this.#step({ startsEnd, turnsMs: clamp(earnedMs, turnsMs), turnsEnd: undefined, hasStarted: false });
  }

  #isHeld(now: number): boolean {
    this.#heldSince = this.#hasConnection ? (this.#heldSince ?? now) : undefined;
    this.#hasConnection = false;
    if (this.#heldSince === undefined) return false;
    if (now - this.#heldSince > maxHoldMs) {
      this.#heldSince = undefined;
      return false;
    }
    this.#isScheduled = false;
    this.request();
    return true;
  }

  /** Starts requests or lets one stream work, and repeats this until the time is up or nothing is waiting. */
  #step(round: Round): void {
    const { now, afterWork } = this.#options;
    const time = now();
    if (this.#startNext(round, time) || this.#turnNext(round, time)) {
      afterWork(() => this.#step(round));
      return;
    }
    this.#isScheduled = false;
    this.#isHandingOut = false;
    const goesOn = this.#waiting.size > 0 || this.starts.ready;
    if (this.#waiting.size === 0) this.#lastTurn = undefined;
    this.#ended = goesOn ? time : undefined;
    if (goesOn) this.request();
  }

  /**
   * Starts several requests in a row, as many as recently fitted into one turn. Requests that start together find their
   * code still in the processor's caches.
   */
  #startNext(round: Round, time: number): boolean {
    this.#measureBatch(time);
    if (round.hasStarted && time >= round.startsEnd) return false;
    let count = 0;
    while (count < this.#maxInRow && this.starts.startNext()) count += 1;
    if (count === 0) return false;
    this.#batch = { start: time, count };
    round.hasStarted = true;
    return true;
  }

  #measureBatch(time: number): void {
    if (this.#batch === undefined) return;
    const { start, count } = this.#batch;
    this.#batch = undefined;
    const tookMs = time - start;
    const fitting = Math.floor((count * maxTurnMs) / tookMs);
    this.#maxInRow = tookMs < maxTurnMs ? Math.min(maxBatch, this.#maxInRow * 2) : Math.max(1, fitting);
  }

  #turnNext(round: Round, time: number): boolean {
    const [next] = this.#waiting;
    if (next === undefined || (round.turnsEnd !== undefined && time >= round.turnsEnd)) return false;
    round.turnsEnd ??= time + round.turnsMs;
    const [connector, waiting] = next;
    // Removes the connector; if it has more streams, it is added again at the end, so that another one is next.
    this.#waiting.delete(connector);
    const begin = waiting.shift();
    this.#count -= 1;
    // The stream whose turn it is counts as waiting too, because it usually comes back.
    if (this.#count < minStreams - 1) this.#calmSince ??= time;
    if (waiting.length > 0) this.#waiting.set(connector, waiting);
    if (this.#lastTurn !== undefined)
      this.#intervalMs += (time - this.#lastTurn - this.#intervalMs) * intervalWeight;
    this.#lastTurn = time;
    begin?.();
    return true;
  }
}

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}
