import type { TurnsOptions } from "../src/stream/turns.js";

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** An event loop with its own clock. Work takes exactly the time that a test sets. */
export class FakeLoop implements TurnsOptions {
  #time = 0;
  #idleMs = 0;
  readonly #timers: Timer[] = [];
  readonly #turn: (() => void)[] = [];
  readonly #afterWork: (() => void)[] = [];

  readonly #repeatsTimers: boolean;

  /**
   * @param options - `repeatsTimers`: whether a timer that becomes due while others are called is called before the next
   *   turn, as Node does. Without it, timers stand for data that arrives. Default: `false`
   */
  constructor({ repeatsTimers = false }: { readonly repeatsTimers?: boolean } = {}) {
    this.#repeatsTimers = repeatsTimers;
  }

  readonly now = (): number => this.#time;

  readonly idleMs = (): number => this.#idleMs;

  /** Returns how long the event loop was not idle, in milliseconds. */
  readonly processorMs = (): number => this.#time - this.#idleMs;

  readonly nextTurn = (then: () => void): void => {
    this.#turn.push(then);
  };

  readonly afterWork = (then: () => void): void => {
    this.#afterWork.push(then);
  };

  /** Calls a function after a number of milliseconds. */
  readonly after = (milliseconds: number, then: () => void): void => {
    this.#timers.push({ due: this.#time + milliseconds, run: then });
  };

  /** @param milliseconds - How long the current code blocks the event loop */
  work(milliseconds: number): void {
    this.#time += milliseconds;
  }

  /** @param end - Time until which the event loop runs; when nothing is ready, the clock advances to the next timer */
  async run(end: number): Promise<void> {
    while (this.#time < end) {
      const start = this.#time;
      const latest = (): number => (this.#repeatsTimers ? this.#time : start);
      for (let timer = this.#takeTimer(latest()); timer !== undefined; timer = this.#takeTimer(latest())) {
        timer();
        await this.#settle();
      }
      for (const then of this.#turn.splice(0)) {
        then();
        await this.#settle();
      }
      if (this.#turn.length > 0 || this.#timers.some((timer) => timer.due <= this.#time)) continue;
      const next = Math.min(end, ...this.#timers.map((timer) => timer.due));
      this.#idleMs += next - this.#time;
      this.#time = next;
    }
  }

  /** Removes and returns the first timer that is due. */
  #takeTimer(time: number): (() => void) | undefined {
    const first = this.#timers.reduce<Timer | undefined>(
      (earliest, timer) => (earliest === undefined || timer.due < earliest.due ? timer : earliest),
      undefined,
    );
    if (first === undefined || first.due > time) return undefined;
    this.#timers.splice(this.#timers.indexOf(first), 1);
    return first.run;
  }

  /** Waits until no promise callbacks are left, then runs the functions passed to `afterWork`. */
  async #settle(): Promise<void> {
    for (;;) {
      for (let step = 0; step < 8; step += 1) await Promise.resolve();
      const then = this.#afterWork.shift();
      if (then === undefined) return;
      then();
    }
  }
}
