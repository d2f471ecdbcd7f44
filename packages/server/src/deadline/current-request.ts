import { AsyncLocalStorage, createHook } from "node:async_hooks";

/** Facts about a request that contain no secret. */
export interface ShownRequest {
  /** Id of the request. One that the caller chose is `undefined` until the secrets of the account are known. */
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

/** How much of a response has been sent. */
export interface SentSoFar {
  readonly rows: number;
  /** Bytes of the body, before compression. */
  readonly bytes: number;
}

/** How much of a response was sent at a time. */
interface Sample extends SentSoFar {
  readonly at: number;
}

/** Number of samples that are kept: one is taken every second, and a rate is computed over five seconds. */
const maxSamples = 6;

/** Work of a kind of which several may overlap. */
class Phase {
  #count = 0;
  #start = 0;

  /** When the first of those in progress began, in terms of `performance.now()`; `undefined` when there is none. */
  get start(): number | undefined {
    return this.#count === 0 ? undefined : this.#start;
  }

  /** Begins a piece of work, and returns the function that ends it. */
  enter(): () => void {
    if (this.#count === 0) this.#start = performance.now();
    this.#count += 1;
    return () => {
      this.#count -= 1;
    };
  }
}

/** What a request is doing and how much it has sent, for the operator. */
export class RequestActivity {
  /** When the request arrived, in terms of `performance.now()`. */
  since: number = performance.now();
  /** Returns how much of its rows has been sent; `undefined` until the first row. */
  sent: (() => SentSoFar) | undefined;
  // Created when needed, because most requests are answered at once.
  #calls: Phase | undefined;
  #limitWaits: Phase | undefined;
  #paceWaits: Phase | undefined;
  #samples: Sample[] | undefined;

  /** Calls of the connector that have not returned. */
  get calls(): Phase {
    return (this.#calls ??= new Phase());
  }

  /** Waits for a limit of an upstream. */
  get limitWaits(): Phase {
    return (this.#limitWaits ??= new Phase());
  }

  /** Waits for the maximum of bytes per second. */
  get paceWaits(): Phase {
    return (this.#paceWaits ??= new Phase());
  }

  /** When the wait for the maximum of bytes per second began; `undefined` while there is none. */
  get paceWaitStart(): number | undefined {
    return this.#paceWaits?.start;
  }

  /** When the calls began, in terms of `performance.now()`; `undefined` while there is none. */
  get callStart(): number | undefined {
    return this.#calls?.start;
  }

  /** When the wait for a limit began, in terms of `performance.now()`; `undefined` while there is none. */
  get limitWaitStart(): number | undefined {
    return this.#limitWaits?.start;
  }

  /**
   * Notes how much has been sent. Must be called once a second.
   *
   * @param at - The current time
   */
  sample(at: number): void {
    if (this.sent === undefined) return;
    this.#samples ??= [this.#start];
    this.#samples.push({ at, ...this.sent() });
    if (this.#samples.length > maxSamples) this.#samples.shift();
  }

  /**
   * Returns the mean rates of the last five seconds, or since the request arrived if that is shorter.
   *
   * @param now - The current time
   * @param sent - How much has been sent by now
   * @returns Rows and bytes per second
   */
  rates(now: number, sent: SentSoFar): SentSoFar {
    const from = this.#samples?.[0] ?? this.#start;
    const seconds = Math.max(now - from.at, 1) / 1000;
    return { rows: (sent.rows - from.rows) / seconds, bytes: (sent.bytes - from.bytes) / seconds };
  }

  get #start(): Sample {
    return { at: this.since, rows: 0, bytes: 0 };
  }
}
