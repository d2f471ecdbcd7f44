/** How long one stream may work before it lets others work, in milliseconds. */
const maxTurnMs = 2;

/** How long requests may begin, and streams may work, in one turn of the event loop, in milliseconds. */
const startsMs = { min: 5, max: 20 };
const turnsMs = { min: maxTurnMs, max: 20 };

/** Work gets so many times the time that everything else took since the last work, up to the maximum. */
const share = 4;

/** For how long connections that arrive go before all work, in milliseconds. */
const maxHoldMs = 100;

/** So many streams of a connector may wait for their turns, however long that takes; … */
const minStreams = 32;

/** … so many for a second, which is a burst: streams that begin fill the buffers of their connections. */
const maxBurst = { streams: 128, ms: 1000 };

/** How many requests begin in a row at most. */
const maxBatch = 32;

/** How far the last wait between two turns moves the mean of them. */
const intervalWeight = 0.1;

/** Requests that wait for their start. */
export interface Starts {
  /** Whether a request could begin now. */
  readonly ready: boolean;
  /** Begins a turn of the event loop. */
  beginRound(): void;
  /** @returns Whether a request began */
  startNext(): boolean;
}

/** What {@link Turns} run on; a test brings its own. */
export interface TurnsOptions {
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** Calls a function in the next turn of the event loop, when what has arrived is read. */
  readonly nextTurn: (then: () => void) => void;
  /** Calls a function when what has just been set in motion waits for something. */
  readonly afterWork: (then: () => void) => void;
}

/** One turn of the event loop. */
interface Round {
  /** Until when requests begin. */
  readonly startsEnd: number;
  /** How long streams work after that. */
  readonly turnsMs: number;
  /** Until when streams work; `undefined` before the first does. */
  turnsEnd: number | undefined;
  hasStarted: boolean;
}

const eventLoop: TurnsOptions = {
  now: () => performance.now(),
  nextTurn: (then) => void setImmediate(then),
  // Node calls it when no promise has anything left to do.
  afterWork: (then) => void Promise.resolve().then(() => process.nextTick(then)),
};

/**
 * Shares the event loop among requests that begin and streams that go on: in each of its turns first requests begin, then
 * streams work, those of different connectors by turns. Both may take longer when what arrives takes long, so that refusing
 * many requests does not take the time from those that were accepted.
 */
export class Turns {
  /** Requests that wait for their start. */
  starts: Starts = { ready: false, beginRound: () => undefined, startNext: () => false };
  /** Streams that wait for their turn by connector; whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #options: TurnsOptions;
  /** How many requests may begin in a row. */
  #maxInRow = 1;
  /** The requests that began in a row last, and when. */
  #batch: { readonly start: number; readonly count: number } | undefined;
  #count = 0;
  /** Since when many streams wait without a pause. */
  #crowdedSince: number | undefined;
  #isScheduled = false;
  #isHandingOut = false;
  #round: Round = { startsEnd: 0, turnsMs: 0, turnsEnd: undefined, hasStarted: false };
  /** When the last round ended, if another one follows it. */
  #ended: number | undefined;
  /** Whether a connection arrived since the last round, and since when work waits for that. */
  #hasConnection = false;
  #heldSince: number | undefined;
  /** Mean milliseconds from one turn to the next while streams wait. */
  #intervalMs = maxTurnMs;
  #lastTurn: number | undefined;

  /** @param options - Clock and event loop. Default: those of the process */
  constructor(options: TurnsOptions = eventLoop) {
    this.#options = options;
  }

  /**
   * Waits for the next turn.
   *
   * @param connector - Id of the connector that works
   * @returns When this caller may work again
   */
  next(connector: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(connector);
      if (waiting === undefined) this.#waiting.set(connector, [resolve]);
      else waiting.push(resolve);
      this.#count += 1;
      if (this.#count >= minStreams) this.#crowdedSince ??= this.#options.now();
      this.request();
    });
  }

  /**
   * Makes the clock of one stream.
   *
   * @param connector - Id of the connector that works
   * @returns A function that waits for the next turn when the present one has lasted long enough
   */
  clock(connector: string): () => Promise<void> | undefined {
    const { now } = this.#options;
    let start = now();
    return () => {
      if (now() - start < maxTurnMs) return undefined;
      return this.next(connector).then(() => {
        start = now();
      });
    };
  }

  /**
   * @param connector - Id of a connector
   * @returns About how many milliseconds a further stream of it would wait for each of its turns; 0 while few wait
   */
  waitMs(connector: string): number {
    const ownStreams = this.#waiting.get(connector)?.length ?? 0;
    const isBurst =
      ownStreams < maxBurst.streams &&
      this.#options.now() - (this.#crowdedSince ?? this.#options.now()) < maxBurst.ms;
    if (ownStreams < minStreams || isBurst) return 0;
    return ownStreams * this.#waiting.size * this.#intervalMs;
  }

  /**
   * Lets the connections that wait be accepted before work goes on. Some versions of Node accept one in each turn of the event
   * loop, so that those who connect would wait a turn for each of those before them.
   */
  connectionArrived(): void {
    this.#hasConnection = true;
  }

  /** Whether nothing is handed out at the moment, and nothing goes before it. */
  get isFree(): boolean {
    return !this.#isHandingOut && !this.#hasConnection && this.#heldSince === undefined;
  }

  /** Asks for a turn of the event loop, because something can be begun. */
  request(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.nextTurn(() => this.#begin());
  }

  #begin(): void {
    const start = this.#options.now();
    if (this.#isHeld(start)) return;
    const earnedMs = this.#ended === undefined ? 0 : (start - this.#ended) * share;
    const startsEnd = start + clamp(earnedMs, startsMs);
    this.#round = { startsEnd, turnsMs: clamp(earnedMs, turnsMs), turnsEnd: undefined, hasStarted: false };
    this.#isHandingOut = true;
    this.starts.beginRound();
    this.#step();
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

  /** Lets one request begin or one stream work, and goes on until the time is up or nothing waits. */
  #step(): void {
    const { now, afterWork } = this.#options;
    const time = now();
    if (this.#startNext(time) || this.#turnNext(time)) {
      afterWork(() => this.#step());
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
   * Lets requests begin in a row, as many as would have taken the time of a turn recently: what begins together finds its code
   * still in the caches of the processor.
   */
  #startNext(time: number): boolean {
    const round = this.#round;
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

  #turnNext(time: number): boolean {
    const round = this.#round;
    const [next] = this.#waiting;
    if (next === undefined || (round.turnsEnd !== undefined && time >= round.turnsEnd)) return false;
    round.turnsEnd ??= time + round.turnsMs;
    const [connector, waiting] = next;
    // The next turn is another connector's.
    this.#waiting.delete(connector);
    const begin = waiting.shift();
    this.#count -= 1;
    // The one whose turn it is comes back.
    if (this.#count < minStreams - 1) this.#crowdedSince = undefined;
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
