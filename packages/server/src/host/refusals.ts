import { LinkedList } from "../deadline/linked-list.js";
import type { ServiceLog } from "../observe/logs/service-log.js";
import type { RefusedCount } from "../observe/metrics/metrics.js";

/** A refused request. */
export interface RefusedRequest extends RefusedCount {
  readonly endpoint: string;
}

/** How long refusals are counted before they are logged, in milliseconds. */
const countMs = 1000;

/** Logs the number of refused requests once a second instead of each request, because a refusal must be cheap. */
export class RefusalLog {
  readonly #log: ServiceLog;
  readonly #counts = new Map<string, { readonly refused: RefusedRequest; count: number }>();

  /** @param log - Log to write to */
  constructor(log: ServiceLog) {
    this.#log = log;
  }

  /** @param refused - A request that was refused */
  count(refused: RefusedRequest): void {
    const key = `${refused.connector} ${refused.endpoint} ${refused.limit ?? refused.reason}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { refused, count: 1 });
    else known.count += 1;
    if (this.#counts.size === 1 && known === undefined) setTimeout(() => this.flush(), countMs).unref();
  }

  /** Logs the counts and resets them. */
  flush(): void {
    for (const { refused, count } of this.#counts.values())
      this.#log.warn({ ...refused, count }, "Refused requests: there were too many.");
    this.#counts.clear();
  }
}

/**
 * Share of the processor time that refusals may take while the event loop is never idle. It is larger while few are held:
 * then callers do not wait for their refusals before they send the next request, and holding these would only delay them.
 */
const share = { usual: 0.1, few: 0.2 };

/** Number of held refusals from which on the usual share applies. */
const maxFew = 64;

/**
 * Time that a refused request takes in all, as a multiple of the time to send the refusal: it is also received, parsed
 * and later collected as garbage.
 */
const wholeCost = 3;

/**
 * The first estimate of how long it takes to send a refusal, in milliseconds, and the factor by which each one that takes
 * more or less time changes it. The estimate approaches the median, which does not count the time of other processes.
 */
const cost = { firstMs: 0.05, factor: 1.02 };

/** Maximum time that is saved up for later refusals, in milliseconds: enough for some hundred. */
const maxSavedMs = 30;

/** Interval at which held refusals are sent, in milliseconds. */
const intervalMs = 10;

/** Maximum number of held refusals; further ones are sent at once, so that they cannot fill the memory. */
const maxHeld = 10_000;

/** Clock, event loop and timer of a {@link RefusalBudget}. */
export interface RefusalBudgetOptions {
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Returns how much processor time the process has used, in milliseconds. */
  readonly processorMs: () => number;
  /** Returns how long the event loop has been idle since the process started, in milliseconds. */
  readonly idleMs: () => number;
  /** Calls a function after a delay in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
}

/**
 * Limits the share of the time that refusals take from accepted requests.
 *
 * Callers that send the next request as soon as they are refused send as many requests as the service refuses. A
 * refusal that exceeds the budget is therefore held, and its caller with it, until the budget allows it. Time in which
 * the event loop was idle adds to the budget, because nobody else needed it.
 */
export class RefusalBudget {
  readonly #options: RefusalBudgetOptions;
  /** Refusals in the order in which they are sent. */
  readonly #held = new LinkedList<() => void>();
  #leftMs = maxSavedMs;
  #costMs = cost.firstMs;
  #last: { readonly processorMs: number; readonly idleMs: number };

  /** @param options - Clock, event loop and timer */
  constructor(options: RefusalBudgetOptions) {
    this.#options = options;
    this.#last = { processorMs: options.processorMs(), idleMs: options.idleMs() };
  }

  /**
   * Sends a refusal, now or as soon as the budget allows it and the refusals before it are sent.
   *
   * @param refuse - Sends the refusal; must not throw
   */
  send(refuse: () => void): void {
    if (this.#held.size >= maxHeld || (this.#held.size === 0 && this.#hasBudget())) {
      this.#spend(refuse);
      return;
    }
    this.#held.append(refuse);
    if (this.#held.size === 1) this.#sendLater();
  }

  #sendLater(): void {
    this.#options.after(intervalMs, () => {
      for (let { first } = this.#held; first !== undefined; { first } = this.#held) {
        if (!this.#hasBudget()) {
          this.#sendLater();
          return;
        }
        this.#held.remove(first);
        this.#spend(first.value);
      }
    });
  }

  #hasBudget(): boolean {
    if (this.#leftMs <= 0) this.#earn();
    return this.#leftMs > 0;
  }

  #earn(): void {
    const last = this.#last;
    const { processorMs, idleMs } = this.#options;
    const ofProcessor = this.#held.size < maxFew ? share.few : share.usual;
    this.#last = { processorMs: processorMs(), idleMs: idleMs() };
    const earnedMs =
      (this.#last.processorMs - last.processorMs) * ofProcessor + (this.#last.idleMs - last.idleMs);
    this.#leftMs = Math.min(maxSavedMs, this.#leftMs + earnedMs);
  }

  #spend(refuse: () => void): void {
    const start = this.#options.now();
    refuse();
    this.#costMs *= this.#options.now() - start > this.#costMs ? cost.factor : 1 / cost.factor;
    this.#leftMs -= this.#costMs * wholeCost;
  }
}
