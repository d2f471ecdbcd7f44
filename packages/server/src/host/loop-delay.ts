import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";

/** How often the delay is looked at, in milliseconds. */
const interval = 1000;

/** Nanoseconds in a millisecond. */
const nanoseconds = 1e6;

/** Finest step of the measurement, in milliseconds; it is part of every value measured. */
const resolution = 20;

/** Measures how late the event loop is: how long a request waits before anybody looks at it. */
export class LoopDelay {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution });
  readonly #timer: NodeJS.Timeout;
  #mean = 0;

  /** Begins to measure; nothing it does keeps the process alive. */
  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#look(), interval).unref();
  }

  /** Mean delay over the last second, in milliseconds. */
  get mean(): number {
    return this.#mean;
  }

  /** Ends the measurement. */
  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #look(): void {
    const mean = this.#histogram.mean / nanoseconds - resolution;
    this.#mean = Number.isFinite(mean) ? Math.max(0, mean) : 0;
    this.#histogram.reset();
  }
}
