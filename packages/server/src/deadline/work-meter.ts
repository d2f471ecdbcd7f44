import { createHook } from "node:async_hooks";
import { currentRequest, type MeteredWork } from "./current-request.js";

/**
 * Measures how long the code of connectors holds the event loop, by the request on whose behalf it runs.
 *
 * It observes every callback and every continuation of a promise, which takes time. It therefore runs only while the
 * event loop is late and the cause has to be determined.
 */
class WorkMeter {
  readonly #hook = createHook({ before: () => this.#begin(), after: () => this.#end() });
  #running = false;
  #start = 0;

  /** Whether it is measuring. */
  get running(): boolean {
    return this.#running;
  }

  /** Starts the measurement. */
  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#hook.enable();
  }

  /** Stops the measurement. */
  stop(): void {
    this.#running = false;
    this.#hook.disable();
  }

  /**
   * Measures a direct call, which the meter does not observe because it is not a callback.
   *
   * @param metered - Collects its time
   * @param work - The call
   * @returns What the call returned
   */
  measure<Value>(metered: MeteredWork | undefined, work: () => Value): Value {
    if (!this.#running || metered === undefined) return work();
    const start = performance.now();
    try {
      return work();
    } finally {
      metered.workMs += performance.now() - start;
    }
  }

  #begin(): void {
    this.#start = performance.now();
  }

  #end(): void {
    const metered = currentRequest.getStore()?.metered;
    if (metered !== undefined) metered.workMs += performance.now() - this.#start;
  }
}

/** The only meter of the process, because callbacks can only be observed for the whole process. */
export const workMeter = new WorkMeter();
