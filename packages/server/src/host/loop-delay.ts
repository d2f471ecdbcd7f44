/** Interval between two measurements, in milliseconds. */
export const beatMs = 20;

/** Period over which the mean is taken, in milliseconds. */
const meanOverMs = 1000;

/** Measures how late the event loop is: how long ready work waits until it runs. */
export class LoopDelay {
  readonly #timer: NodeJS.Timeout;
  readonly #onBeat: (delayMs: number) => void;
  #last = performance.now();
  #mean = 0;
  #total = 0;
  #beats = 0;
  #start = this.#last;

  /**
   * Starts the measurement. Its timer does not keep the process alive.
   *
   * @param onBeat - Called about 50 times a second with the delay since the last call, in milliseconds
   */
  constructor(onBeat: (delayMs: number) => void) {
    this.#onBeat = onBeat;
    this.#timer = setInterval(() => this.#beat(), beatMs).unref();
  }

  /** Mean delay over the last second, in milliseconds. */
  get mean(): number {
    return this.#mean;
  }

  /** Stops the measurement. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    const delay = Math.max(0, now - this.#last - beatMs);
    this.#last = now;
    this.#total += delay;
    this.#beats += 1;
    if (now - this.#start >= meanOverMs) {
      this.#mean = this.#total / this.#beats;
      this.#total = 0;
      this.#beats = 0;
      this.#start = now;
    }
    this.#onBeat(delay);
  }
}
