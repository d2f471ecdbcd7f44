import { upstreamTimeout } from "../errors/upstream-errors.js";
import { AttemptFailure } from "./attempt-failure.js";

/** Bounds one attempt in time: ends it when the request ends, or when a phase takes too long. */
export class AttemptClock {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #stop: () => void;
  readonly #host: string;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Starts without a limit.
   *
   * @param outer - Signal of the request
   * @param host - Host of the upstream, for the sentence
   */
  constructor(outer: AbortSignal, host: string) {
    this.#outer = outer;
    this.#host = host;
    this.#stop = () => this.#controller.abort(outer.reason);
    outer.addEventListener("abort", this.#stop, { once: true });
    if (outer.aborted) this.#stop();
  }

  /** Ends the attempt when it is aborted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Begins a phase; the limit of the one before is over.
   *
   * @param milliseconds - How long it may take; `undefined` for as long as it likes
   */
  allow(milliseconds: number | undefined): void {
    clearTimeout(this.#timer);
    if (milliseconds === undefined) return;
    this.#timer = setTimeout(() => {
      const error = upstreamTimeout(`Read from "${this.#host}": no complete answer in ${milliseconds} ms`);
      this.#controller.abort(new AttemptFailure({ error, again: "final" }));
    }, milliseconds);
  }

  /** Ends the limits; the attempt is over. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
  }
}
