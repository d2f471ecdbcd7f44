/** What is known about the main thread at one moment. */
export interface HoldSample {
  /** Milliseconds of a monotonic clock. */
  readonly now: number;
  /** Milliseconds that the main thread has waited for a processor so far. */
  readonly waitedMs: number;
  /** Counter of the turns of the event loop. */
  readonly turns: number;
}

/**
 * Measures how long code has held the event loop. Time in which the main thread waits for a processor does not count: on
 * a busy machine, code that runs for a moment can take seconds.
 */
export class HoldClock {
  readonly #maxStepMs: number;
  #last: HoldSample;
  #heldMs = 0;

  /**
   * @param checkIntervalMs - Milliseconds between two samples
   * @param first - The first sample
   */
  constructor(checkIntervalMs: number, first: HoldSample) {
    // After a longer step the thread that samples did not run either: the process or the machine was suspended.
    this.#maxStepMs = 2 * checkIntervalMs;
    this.#last = first;
  }

  /**
   * Takes the next sample.
   *
   * @param sample - The sample
   * @returns Milliseconds that the event loop has been held; 0 when it has turned
   */
  add(sample: HoldSample): number {
    const { now, waitedMs, turns } = this.#last;
    this.#last = sample;
    if (sample.turns !== turns) this.#heldMs = 0;
    else {
      const ranMs = sample.now - now - (sample.waitedMs - waitedMs);
      this.#heldMs += Math.max(0, Math.min(ranMs, this.#maxStepMs));
    }
    return this.#heldMs;
  }

  /** Begins again, because a pause of the main thread is intended. */
  reset(): void {
    this.#heldMs = 0;
  }
}
