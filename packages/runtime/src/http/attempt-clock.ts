import { upstreamTimeout } from "@wellhead/sdk";
import { AttemptFailure } from "./transport-error.js";

/** Enforces the timeouts of one attempt: aborts it when the request is aborted or when a phase takes too long. */
export class AttemptClock {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #stop: () => void;
  readonly #host: string;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Starts without a timeout.
   *
   * @param outer - Signal of the request
   * @param host - Host of the upstream, for the error message
   */
  constructor(outer: AbortSignal, host: string) {
    this.#outer = outer;
    this.#host = host;
    this.#stop = () => this.#controller.abort(outer.reason);
    outer.addEventListener("abort", this.#stop, { once: true });
    if (outer.aborted) this.#stop();
  }

  /** Signal that aborts the attempt. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Starts a phase and cancels the timeout of the previous one.
   *
   * @param milliseconds - Timeout of the phase; `undefined` for none
   */
  allow(milliseconds: number | undefined): void {
    clearTimeout(this.#timer);
    if (milliseconds === undefined) return;
    this.#timer = setTimeout(() => {
      const error = upstreamTimeout(
        `Could not read from "${this.#host}": no complete response within ${milliseconds} ms. Try again later.`,
      );
      this.#controller.abort(new AttemptFailure({ error, again: "final" }));
    }, milliseconds);
  }

  /** Cancels all timeouts; the attempt has ended. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
  }
}
