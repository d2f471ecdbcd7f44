import { AsyncLocalStorage, createHook } from "node:async_hooks";

/** Facts about a request that contain no secret. */
export interface ShownRequest {
  /** Id of the request; `undefined` for an id of the caller until the secrets of the account are known. */
  readonly id: string | undefined;
  /** Id of the source; `undefined` until it is known. */
  readonly source: string | undefined;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly caller: string | undefined;
}

/** A request as the operator sees it. */
export interface ControlledRequest {
  /** @returns Facts for a list of the requests in progress */
  show(): ShownRequest;
  /** @returns Facts that identify the request */
  describe(): { connector: string; endpoint: string; requestId: string };
  /** @param thrown - What a connector threw where no code could catch it; written to the log of the request */
  logUncaught(thrown: unknown): void;
}

/** Collects the time that the code of a connector holds the event loop. */
export interface MeteredWork {
  workMs: number;
}

/** What code that runs on behalf of a request may know of it. */
export interface CurrentRequest {
  /** Its facts; `undefined` until its route is known. */
  readonly request: ControlledRequest | undefined;
  /** Collects the time that its connector holds the event loop, while that is measured. */
  readonly metered: MeteredWork | undefined;
  /** Aborts it. */
  abort(reason: unknown): void;
}

/** The request on whose behalf the code of a connector runs, also in its timers and promises. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

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
