import type { Socket } from "node:net";
import { type Egress, withEgress } from "@wellhead/runtime";
import { upstreamTimeout } from "@wellhead/sdk";
import { readableThrown } from "../wire/thrown.js";
import {
  type ControlledRequest,
  currentRequest,
  type MeteredWork,
  RequestActivity,
  workMeter,
} from "./current-request.js";
import { type Link, LinkedList } from "./linked-list.js";

/** A call of a connector. */
export interface ControlledCall {
  /** Name of the action for an error message, such as `Check account`. */
  readonly action: string;
  /** Maximum time in milliseconds; `0` means no maximum. Default: the time left until the deadline of the request. */
  readonly limit?: number;
}

/**
 * Aborts a request early when its caller leaves, its time is up, or the service stops.
 *
 * Each request has one. Its signal and timers are created only when needed, because most requests do not need them.
 */
export class RequestControl implements Expiring {
  readonly #deadlines: Deadlines;
  readonly #listeners: ((reason: unknown) => void)[] = [];
  #controller: AbortController | undefined;
  #aborted = false;
  #reason: unknown;
  #action = "answer the request";

  /** The request it belongs to; `undefined` until its route is known. */
  request: ControlledRequest | undefined;

  /** Collects the time that its connector holds the event loop, while that is measured. */
  metered: MeteredWork | undefined;

  /** Returns how many bytes of its rows wait for the caller to read; `undefined` while it sends none. */
  bufferedBytes: (() => number) | undefined;

  /** What the request is doing, for the operator. */
  readonly activity: RequestActivity = new RequestActivity();

  /** The egress of the connector and of the account kind; `undefined` means that of the process. */
  egress: Egress | undefined;

  /** Its position in the list of deadlines; `undefined` when it is not in the list. */
  deadline: Link<Deadline> | undefined;

  /** Its position in the list of requests in progress, and its purpose; `undefined` when it is not in the list. */
  active:
    | {
        readonly link: Link<RequestControl>;
        readonly facts: { readonly endpoint: string; readonly connector: string };
      }
    | undefined;

  /**
   * When its rows began to wait for the caller, in terms of `performance.now()`; `undefined` while they do not wait.
   */
  readerWaitStart: number | undefined;

  /** How long its rows have waited for the caller, in milliseconds, without a wait in progress. */
  readerWaitMs = 0;

  /** @param deadlines - Abort the request when all calls without a limit of their own together take too long */
  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** Whether the request has been aborted. */
  get aborted(): boolean {
    return this.#aborted;
  }

  /** Why the request has been aborted. */
  get reason(): unknown {
    return this.#reason;
  }

  /** A signal that is aborted together with the request. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /**
   * Aborts the request. Further calls have no effect.
   *
   * @param reason - Why
   */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    // What a connector threw may throw again when it is inspected, which would then happen in the code of the service.
    this.#reason = readableThrown(reason);
    this.#controller?.abort(this.#reason);
    // A listener may remove others.
    for (let next = this.#listeners.shift(); next !== undefined; next = this.#listeners.shift())
      next(this.#reason);
  }

  /**
   * @param listener - Called when the request is aborted; at once if it already is
   * @returns A function that removes the listener
   */
  onAbort(listener: (reason: unknown) => void): () => void {
    if (this.#aborted) listener(this.#reason);
    else this.#listen(listener);
    return () => this.#unlisten(listener);
  }

  /**
   * Calls a connector and waits for it, but no longer than until the request is aborted.
   *
   * If the connector ignores the signal, its work continues. A later failure of that work is ignored.
   *
   * @param options - What the call is for and how long it may take
   * @param work - The call
   * @returns The result of the call
   * @throws The reason why the request was aborted; `upstream_timeout` when the time is up
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
      const endCall = this.activity.calls.enter();
      const finish = (settle: () => void): void => {
        endCall();
        // Also when the request was aborted: the timer of a call that never settles must not keep the process alive.
        clearTimeout(timer);
        this.#unlisten(rejectWith);
        settle();
      };
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is passed on as it is
      const rejectWith = (reason: unknown): void => finish(() => reject(reason));
      this.#listen(rejectWith);
      // Do not call `result.then`: a value that only looks like a promise may throw there, or settle twice.
      Promise.resolve(result).then(
        (value) => finish(() => resolve(value)),
        // Work that obeys the signal fails too. The reason says more than that failure.
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what the connector threw is passed on as it is
        (error: unknown) => finish(() => reject(this.#aborted ? this.#reason : error)),
      );
    });
  }

  /**
   * Runs code of a connector on behalf of the request, with the egress of its connector and account kind.
   *
   * @param work - The code
   * @returns What it returns
   */
  enter<Value>(work: () => Value): Value {
    const { egress } = this;
    return currentRequest.run(this, egress === undefined ? work : () => withEgress(egress, work));
  }

  /** Removes the deadline of the request. Calls with limits of their own keep theirs. */
  release(): void {
    this.#deadlines.remove(this);
  }

  /** @param limit - The time limit that has passed, in milliseconds */
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
  return upstreamTimeout(`Could not ${action}: no response within ${limit / 1000} s. Try again later.`);
}

function isPromise<Value>(value: PromiseLike<Value> | Value): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}

/** The requests being answered on each connection. */
const open = new WeakMap<Socket, RequestControl[]>();

/**
 * Aborts a request when its caller leaves. A caller that ends its side of the connection counts as gone. It cannot be
 * told apart from one that only sends no more data, and work for a caller that is gone must stop at once.
 *
 * Each connection has one set of listeners for all its requests. Adding and removing listeners with every request would
 * make Node's own handling of the connection several times slower.
 *
 * @param socket - Connection of the request
 * @param control - Control of the request
 * @returns A function that stops watching, to be called when the request has ended
 */
export function watchCaller(socket: Socket, control: RequestControl): () => void {
  const controls = open.get(socket) ?? listenTo(socket);
  controls.push(control);
  if (socket.destroyed) control.abort(new CallerGone());
  return () => {
    controls.splice(controls.indexOf(control), 1);
  };
}

function listenTo(socket: Socket): RequestControl[] {
  const controls: RequestControl[] = [];
  const leave = (): void => {
    for (const control of controls.slice()) control.abort(new CallerGone());
  };
  socket.once("end", leave);
  socket.once("close", leave);
  open.set(socket, controls);
  return controls;
}

/** The reason why a request was aborted: its caller has left and cannot read the response. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor() {
    super("Could not answer the request: the caller closed the connection.");
  }
}

/** Something that waits, and when it expires, in terms of `performance.now()`. */
export interface Deadline {
  readonly waiting: Expiring;
  readonly due: number;
}

/** Something that expires when its time is up. */
export interface Expiring {
  /** Its position in the list of {@link Deadlines} while it waits. */
  deadline?: Link<Deadline> | undefined;
  /**
   * Called once, when the time is up.
   *
   * @param limit - The time limit that has passed, in milliseconds
   */
  expire(limit: number): void;
}

/**
 * Ends everything that takes longer than a limit, which is the same for all.
 *
 * One timer serves everything that waits: an entry that is added later is due later, so only the first one needs to be
 * checked. A timer for each request would cost more than most requests do.
 */
export class Deadlines {
  readonly #limit: number;
  /** The entries in order of their due times. */
  readonly #due = new LinkedList<Deadline>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit - Maximum time for each, in milliseconds; `0` means no maximum */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param waiting - The entry; if it is added again, it keeps its due time */
  add(waiting: Expiring): void {
    if (this.#limit === 0 || waiting.deadline !== undefined) return;
    waiting.deadline = this.#due.append({ waiting, due: performance.now() + this.#limit });
    if (this.#timer === undefined) this.#wait(this.#limit);
  }

  /** @param waiting - The entry that no longer has to expire */
  remove(waiting: Expiring): void {
    if (waiting.deadline !== undefined) this.#due.remove(waiting.deadline);
    waiting.deadline = undefined;
  }

  /** Sets the timer. It need not keep the process alive, because the open connection of each request does. */
  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#checkExpired(), milliseconds).unref();
  }

  #checkExpired(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (let { first } = this.#due; first !== undefined; { first } = this.#due) {
      const { waiting, due } = first.value;
      if (due > now) {
        this.#wait(due - now);
        return;
      }
      this.remove(waiting);
      waiting.expire(this.#limit);
    }
  }
}
