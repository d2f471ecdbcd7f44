/** Number of requests that may always be in progress at once, whatever they cost. */
export const minConcurrency = 4;

/**
 * The first requests show what the work costs: requests that answer at the same time hold the event loop for the sum of
 * their work. So the limit begins at `first` and is doubled until it has reached `usual`, as long as that work is done
 * in time. A lower limit is reset to `first` after it has not been reached for a while.
 */
const startLimit = { first: 8, usual: 32 };

/** Factor by which the limit grows in a window in which it is reached and requests wait, until it first falls … */
const firstGrowth = 2;

/** … and while it is below this value: requests that wait for their upstream now may need much processor time later. */
const maxFirstGrowth = 256;

/** How the limit grows in such a window otherwise: multiplied by a factor, plus an amount. */
const laterGrowth = { factor: 1.05, more: 0.25 };

/** Number of consecutive windows in which the limit was not reached after which its history is discarded. */
const forgetAfterWindows = 20;

/** Slow requests do not lower the limit below this value: fewer requests are not slow because of their number. */
const minSlowConcurrency = 32;

/** Requests are slow if they take twice as long as when few were in progress, plus this number of milliseconds. */
const slowFactor = 2;
const slowMs = 1000;

/** Weight of the last request in the moving average of request times. */
const baselineWeight = 0.05;

/** Observations of one window. */
export interface ObservedWindow {
  /** How long this work makes ready work wait for the event loop, as a multiple of the maximum; above 1 it is late. */
  readonly lateness: number;
  /** Whether requests wait to begin. */
  readonly isWanted: boolean;
}

/**
 * Limits how many requests to one endpoint of one connector may be in progress at once.
 *
 * The limit grows while it is reached and the work is done in time, like the congestion window of TCP. It falls when
 * the work makes the event loop late, or when more concurrent requests only make all of them slower. The latter shows
 * that requests queue in the upstream.
 */
export class ConcurrencyLimit {
  /** Milliseconds that this work has held the event loop in the current window, as far as that was measured. */
  workMs = 0;
  #limit: number = startLimit.first;
  #active = 0;
  #hasFallen = false;
  /** Mean time of requests that began when few were in progress, in milliseconds. */
  #baselineMs: number | undefined;
  #idleWindows = 0;
  #window = { peak: 0, isReached: false, finished: 0, totalMs: 0 };

  /** Maximum number of requests in progress. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Number of requests in progress. */
  get active(): number {
    return this.#active;
  }

  /** Whether no further request may begin. */
  get isReached(): boolean {
    return this.#active >= this.limit;
  }

  /** Whether the limit is reached but still grows fast, so that it says nothing about how many requests can end. */
  get isStarting(): boolean {
    return !this.#hasFallen && this.#limit < maxFirstGrowth && this.#window.isReached;
  }

  /**
   * Counts a request that begins.
   *
   * @returns Whether few requests are in progress; to be passed to {@link finish}
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
   * @param tookMs - Duration of the request in milliseconds
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

  /** Counts a request that ended without doing any work. */
  cancel(): void {
    this.#active -= 1;
  }

  /**
   * Ends a window of observation and adapts the limit.
   *
   * @param observed - Observations of the window
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
    this.#limit = Math.max(this.#limit, startLimit.first);
    this.#hasFallen = false;
  }

  /** Lowers the limit to a value between a quarter and nine tenths of the peak, but not below `min`. */
  #lower(limit: number, min: number, peak: number): void {
    if (peak <= min) return;
    this.#limit = Math.min(this.#limit, Math.max(min, peak / 4, Math.min(limit, peak * 0.9)));
    this.#hasFallen = true;
  }

  /**
   * Raises a limit that is still below the usual one as soon as requests have ended. To be called while the event loop is
   * not late.
   *
   * @param isWanted - Whether requests wait to begin
   */
  start(isWanted: boolean): void {
    const { isReached, finished } = this.#window;
    if (this.#hasFallen || this.#limit >= startLimit.usual || !isReached || !isWanted || finished === 0)
      return;
    this.#limit *= firstGrowth;
  }

  #raise(): void {
    if (!this.#hasFallen && this.#limit < maxFirstGrowth) this.#limit *= firstGrowth;
    else this.#limit = this.#limit * laterGrowth.factor + laterGrowth.more;
  }
}
