import { createHook } from "node:async_hooks";
import { currentRequest } from "./current-request.js";

/** What the time that the code of a connector holds the event loop is added to. */
export interface MeteredWork {
  workMs: number;
}

/**
 * Measures for whom the event loop works: the time that the code of connectors takes, by the request on whose behalf it runs.
 *
 * It observes every callback and every continuation of a promise, which is not free. It runs only while the event loop is late
 * and somebody has to find out why.
 */
class WorkMeter {
  readonly #hook = createHook({ before: () => this.#begin(), after: () => this.#end() });
  #running = false;
  #start = 0;

  /** Whether it measures. */
  get running(): boolean {
    return this.#running;
  }

  /** Begins to measure. */
  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#hook.enable();
  }

  /** Ends the measurement. */
  stop(): void {
    this.#running = false;
    this.#hook.disable();
  }

  /**
   * Measures what is called and not a callback.
   *
   * @param metered - What its time is added to
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

/** The one meter of the process: callbacks can only be observed for all of it. */
export const workMeter = new WorkMeter();
