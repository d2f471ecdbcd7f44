/** Share of the time that reading and refusing requests may take before refusals are delayed. */
const maxIntakeShare = 0.3;

/** Share that it is brought to while refusals are delayed. */
const intakeShare = { min: 0.04, max: 0.08 };

/** Mean delay in milliseconds. With its variation, the longest is shorter than any `Retry-After` of a refusal. */
const delayMs = { min: 250, max: 1000 };

/** Minimum milliseconds over which the share is determined, and the weight of such a window in its moving average. */
const windowMs = 100;
const windowWeight = 0.2;

/** Delays are multiples of this number of milliseconds, because Node keeps a list of timers for each duration. */
const stepMs = 10;

/** Distributes the delays evenly, so that callers that were refused together do not return together. */
const goldenRatio = 0.618;

/**
 * Delays refusals when reading and refusing requests would otherwise take the time of the accepted ones: many callers
 * send the next request as soon as they are refused. A caller that observes `Retry-After` does not notice the delay.
 */
export class RefusalDelay {
  readonly #after: (milliseconds: number, then: () => void) => void;
  #meanMs = 0;
  /** Moving average of the share. */
  #share = 0;
  #window = { start: 0, intakeMs: 0 };
  #spread = 0;

  /** @param after - Calls a function after a delay in milliseconds */
  constructor(after: (milliseconds: number, then: () => void) => void) {
    this.#after = after;
  }

  /**
   * Refuses a request, now or after a delay.
   *
   * @param refuse - Sends the refusal
   */
  hold(refuse: () => void): void {
    if (this.#meanMs === 0) {
      refuse();
      return;
    }
    this.#spread = (this.#spread + goldenRatio) % 1;
    this.#after(Math.ceil((this.#meanMs * (0.5 + this.#spread)) / stepMs) * stepMs, refuse);
  }

  /**
   * Records how long reading and refusing requests took, and adapts the delay to it.
   *
   * @param now - The current time in milliseconds
   * @param intakeMs - Milliseconds that it took since the process started
   */
  beat(now: number, intakeMs: number): void {
    const { start, intakeMs: before } = this.#window;
    if (now - start < windowMs) return;
    this.#window = { start: now, intakeMs };
    this.#share += ((intakeMs - before) / (now - start) - this.#share) * windowWeight;
    const share = this.#share;
    if (share > (this.#meanMs === 0 ? maxIntakeShare : intakeShare.max))
      this.#meanMs = Math.min(delayMs.max, Math.max(delayMs.min, this.#meanMs * 2));
    else if (share < intakeShare.min) this.#meanMs = this.#meanMs < delayMs.min ? 0 : this.#meanMs * 0.9;
  }
}
