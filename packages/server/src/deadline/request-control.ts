import { type Egress, upstreamTimeout, withEgress } from "@wellhead/sdk";
import { readableThrown } from "../answer/to-connector-error.js";
import type { Link } from "../list/linked-list.js";
import { currentRequest } from "./current-request.js";
import type { Deadline, Deadlines, Expiring } from "./deadlines.js";
import { type MeteredWork, workMeter } from "./work-meter.js";

/** A call of a connector. */
export interface ControlledCall {
  /** What is done, in the words of the error, such as `Check account`. */
  readonly action: string;
  /** Milliseconds this call may take; `0` means for ever. Default: what is left until the deadline of the request. */
  readonly limit?: number;
}

/**
 * What can end a request early: its caller leaving, its time running out, the service stopping.
 *
 * One per request. Signals and timers are made only when something waits for them: most requests never do.
 */
export class RequestControl implements Expiring {
  readonly #deadlines: Deadlines;
  readonly #listeners: ((reason: unknown) => void)[] = [];
  #controller: AbortController | undefined;
  #aborted = false;
  #reason: unknown;
  #action = "Answer request";

  /** Writes what a connector threw where nobody could catch it to the log of the request. */
  logUncaught: ((thrown: unknown) => void) | undefined;

  /** Says for the operator which request it is. */
  describe: (() => { connector: string; endpoint: string; requestId: string }) | undefined;

  /** What the time is added to for which its connector holds the event loop, while somebody measures that. */
  metered: MeteredWork | undefined;

  /** Returns how many bytes of its rows wait for the caller to read; `undefined` while it sends none. */
  bufferedBytes: (() => number) | undefined;

  /** Way out of the connector and of the kind of the account; `undefined` means that of the process. */
  egress: Egress | undefined;

  /** Its position among what the deadlines end; `undefined` when it is not among them. */
  deadline: Link<Deadline> | undefined;

  /** Its position among the requests in progress, and what it is for; `undefined` when it is not among them. */
  active:
    | {
        readonly link: Link<RequestControl>;
        readonly facts: { readonly endpoint: string; readonly connector: string };
      }
    | undefined;

  /** Since when its rows wait for the caller to read, as `performance.now()`; `undefined` while they do not. */
  readerWaitStart: number | undefined;

  /** @param deadlines - End the request when all calls without a limit of their own together take too long */
  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** Whether the request has been given up. */
  get aborted(): boolean {
    return this.#aborted;
  }

  /** Why the request has been given up. */
  get reason(): unknown {
    return this.#reason;
  }

  /** Aborted when the request is given up. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /**
   * Gives the request up. Only the first reason counts.
   *
   * @param reason - Why
   */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    // What a timer of a connector threw may throw again when it is looked at, then in the middle of the service.
    this.#reason = readableThrown(reason);
    this.#controller?.abort(this.#reason);
    // One of them may take others away.
    for (let next = this.#listeners.shift(); next !== undefined; next = this.#listeners.shift())
      next(this.#reason);
  }

  /**
   * @param listener - Called when the request is given up; at once when it has been
   * @returns A function that takes the listener away
   */
  onAbort(listener: (reason: unknown) => void): () => void {
    if (this.#aborted) listener(this.#reason);
    else this.#listen(listener);
    return () => this.#unlisten(listener);
  }

  /**
   * Calls a connector and waits for it, but not beyond the request's end.
   *
   * What the connector does goes on if it heeds no signal; its later failure is swallowed.
   *
   * @param options - What the call is for and how long it may take
   * @param work - The call
   * @returns What the call gives
   * @throws The reason the request was given up for; `upstream_timeout` when time is up
   */
  call<Value>(options: ControlledCall, work: () => PromiseLike<Value> | Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#aborted) throw this.#reason;
      this.#action = options.action;
      const result = workMeter.measure(this.metered, () => this.enter(work));
      if (!isPromise(result)) {
        resolve(result);
        return;
      }
      const timer = this.#startTimer(options);
      const finish = (settle: () => void): void => {
        // Also when the request was given up: a call that never settles must not keep the process alive.
        clearTimeout(timer);
        this.#unlisten(giveUp);
        settle();
      };
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is passed on as it is
      const giveUp = (reason: unknown): void => finish(() => reject(reason));
      this.#listen(giveUp);
      // Not `result.then`: what only looks like a promise may throw there, or settle twice.
      Promise.resolve(result).then(
        (value) => finish(() => resolve(value)),
        // Work that heeds the signal fails too; the reason says more than its failure.
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the connector threw is passed on as it is
        (error: unknown) => finish(() => reject(this.#aborted ? this.#reason : error)),
      );
    });
  }

  /**
   * Runs the code of a connector on behalf of the request, by the way out of its connector and account kind.
   *
   * @param work - The code
   * @returns What it returns
   */
  enter<Value>(work: () => Value): Value {
    const { egress } = this;
    return currentRequest.run(this, egress === undefined ? work : () => withEgress(egress, work));
  }

  /** Ends the deadline of the request; calls with limits of their own keep them. */
  release(): void {
    this.#deadlines.remove(this);
  }

  /** @param limit - Milliseconds that are over */
  expire(limit: number): void {
    this.abort(timeUp(this.#action, limit));
  }

  #listen(listener: (reason: unknown) => void): void {
    this.#listeners.push(listener);
  }

  #unlisten(listener: (reason: unknown) => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }

  #startTimer({ action, limit }: ControlledCall): NodeJS.Timeout | undefined {
    if (limit === undefined) {
      this.#deadlines.add(this);
      return undefined;
    }
    return limit === 0 ? undefined : setTimeout(() => this.abort(timeUp(action, limit)), limit);
  }
}

function timeUp(action: string, limit: number): Error {
  return upstreamTimeout(`${action}: no answer within ${limit / 1000} s, try again later`);
}

function isPromise<Value>(value: PromiseLike<Value> | Value): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}
