/** So many requests are always in progress at once, whatever they cost. */
export const minConcurrency = 4;

/** The limit that a new one begins with, and returns to when it was not needed for a while. */
const firstLimit = 32;

/** By how much the limit grows in a window in which more is wanted, until it had to fall for the first time … */
const firstGrowth = 1.5;

/** … and up to here: what waits for its upstream now may cost the processor much later. */
const maxFirstGrowth = 256;

/** By how much it grows otherwise. */
const laterGrowth = { factor: 1.05, more: 0.25 };

/** After so many windows in which the limit was not reached, what was learned about it is forgotten. */
const forgetAfterWindows = 20;

/** With fewer requests in progress than this, slowness is not a matter of how many there are. */
const minSlowConcurrency = 32;

/** Requests are slow when they take twice as long as when few were in progress, and so many milliseconds more. */
const slowFactor = 2;
const slowMs = 1000;

/** How far the last request moves the mean time of requests. */
const baselineWeight = 0.05;

/** What was observed in a window. */
export interface ObservedWindow {
  /** By how many times the work of this limit makes what is ready wait longer than it may; 1 or less for not. */
  readonly lateness: number;
  /** Whether requests wait. */
  readonly isWanted: boolean;
}

/**
 * How many requests to one endpoint of one connector may be in progress at once.
 *
 * The limit grows while it is reached and the work is done in time, as the congestion window of TCP does. It falls when the
 * work makes the event loop late, or when more requests at once only make all of them slower, which shows a queue in what
 * the connector reads from.
 */
export class ConcurrencyLimit {
  /** Milliseconds for which this work has held the event loop in the current window, as far as it was measured. */
  workMs = 0;
  #limit = firstLimit;
  #active = 0;
  #hasFallen = false;
  /** Mean time of requests that began when few were in progress, in milliseconds. */
  #baselineMs: number | undefined;
  #idleWindows = 0;
  #window = { peak: 0, isReached: false, finished: 0, totalMs: 0 };

  /** How many requests may be in progress. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** How many requests are in progress. */
  get active(): number {
    return this.#active;
  }

  /** Whether no further request may begin. */
  get isReached(): boolean {
    return this.#active >= this.limit;
  }

  /**
   * Counts a request that begins.
   *
   * @returns Whether few are in progress, to be handed to {@link finish}
   */
  begin(): boolean {
    this.#active += 1;
    const window = this.#window;
    window.peak = Math.max(window.peak, this.#active);
    if (this.isReached) window.isReached = true;
    return this.#active <= minConcurrency;
  }

  /**
   * Counts a request that ended.
   *
   * @param tookMs - Milliseconds it took
   * @param calm - What {@link begin} returned
   */
  finish(tookMs: number, calm: boolean): void {
    this.#active -= 1;
    this.#window.finished += 1;
    this.#window.totalMs += tookMs;
    if (!calm) return;
    this.#baselineMs ??= tookMs;
    this.#baselineMs += (tookMs - this.#baselineMs) * baselineWeight;
  }

  /** Counts a request that ended without any work. */
  cancel(): void {
    this.#active -= 1;
  }

  /**
   * Ends a window of observation and changes the limit.
   *
   * @param observed - What was observed in it
   */
  adapt({ lateness, isWanted }: ObservedWindow): void {
    const { peak, isReached, finished, totalMs } = this.#window;
    this.#window = { peak: this.#active, isReached: this.isReached, finished: 0, totalMs: 0 };
    this.workMs = 0;
    const allowedMs = slowFactor * (this.#baselineMs ?? Number.POSITIVE_INFINITY) + slowMs;
    const meanMs = finished === 0 ? 0 : totalMs / finished;
    if (lateness > 1) this.#lower(peak / lateness, minConcurrency, peak);
    else if (meanMs > allowedMs) this.#lower((peak * allowedMs) / meanMs, minSlowConcurrency, peak);
    else if (isReached && isWanted) this.#raise();
    this.#idleWindows = isReached ? 0 : this.#idleWindows + 1;
    if (this.#idleWindows < forgetAfterWindows) return;
    this.#limit = Math.max(this.#limit, firstLimit);
    this.#hasFallen = false;
  }

  /** Lowers the limit to a value in proportion to what was in progress, to a quarter of that at the lowest. */
  #lower(limit: number, min: number, peak: number): void {
    if (peak <= min) return;
    this.#limit = Math.min(this.#limit, Math.max(min, peak / 4, Math.min(limit, peak * 0.9)));
    this.#hasFallen = true;
  }

  #raise(): void {
    if (!this.#hasFallen && this.#limit < maxFirstGrowth) this.#limit *= firstGrowth;
    else this.#limit = this.#limit * laterGrowth.factor + laterGrowth.more;
  }
}
