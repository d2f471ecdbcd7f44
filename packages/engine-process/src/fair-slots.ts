import { type Context, rateLimited, upstreamUnavailable } from "@wellhead/sdk";

/** The number of slots, and the maximum wait for one. */
export interface FairSlotsOptions {
  /** Number of requests that may hold a slot at a time. */
  readonly slots: number;
  /** Maximum time in milliseconds that a request waits for a slot. */
  readonly queueTimeoutMs: number;
}

/** The request that needs a slot. */
export type Asker = Pick<Context<unknown>, "signal" | "caller" | "account">;

/** Maximum number of waiting requests, per caller and in total. */
const maxWaiting = { perCaller: 32, inAll: 256 };
/** Seconds after which a retry makes sense. */
const retryAfter = 5;

/** A request that holds a slot or waits for one. */
interface Share {
  readonly caller: string;
  readonly account: string;
}

interface Waiting extends Share {
  readonly grant: () => void;
}

/**
 * Divides slots among callers, and among the accounts of each caller, so that no caller can take all of them. A caller
 * without a slot gets any free slot. A further slot for another account must leave one slot free. A further slot for
 * the same account must leave half of the slots free. Waiting requests are served in turns, regardless of how many
 * requests a caller has made.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #taken = new Set<Share>();
  readonly #waiting = new Set<Waiting>();
  /** When each caller and each account last got a slot, as an increasing number. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  /**
   * Creates slots that are all free.
   *
   * @param options - The number of slots, and the maximum wait for one
   */
  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  /**
   * Takes a slot, waiting until one is available.
   *
   * @param asker - The request; its signal cancels the wait
   * @returns A function that releases the slot; calling it again has no effect
   * @throws ConnectorError `rate_limited` when the caller's own requests occupy the slots or the queue,
   *   `upstream_unavailable` when those of other callers do
   */
  async take({ signal, caller, account }: Asker): Promise<() => void> {
    signal.throwIfAborted();
    // The JSON of an account does not contain its secrets.
    const share = { caller, account: JSON.stringify(account) };
    if (this.#allows(share)) this.#grant(share);
    else await this.#wait(share, signal);
    return () => this.#release(share);
  }

  #allows({ caller, account }: Share): boolean {
    const { slots } = this.#options;
    const left = slots - this.#taken.size - 1;
    if (left < 0) return false;
    const own = [...this.#taken].filter((other) => other.caller === caller);
    if (own.length === 0) return true;
    return left >= (own.some((other) => other.account === account) ? Math.floor(slots / 2) : 1);
  }

  #grant(share: Share): void {
    this.#taken.add(share);
    this.#turn += 1;
    for (const key of keysOf(share)) this.#turns.set(key, this.#turn);
  }

  #release(share: Share): void {
    if (!this.#taken.delete(share)) return;
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.grant();
    this.#forgetTurns(share);
  }

  /**
   * Returns the next waiting request: of those allowed, the one whose caller, then account, was served least recently.
   */
  #next(): Waiting | undefined {
    const turns = (share: Share): readonly number[] => keysOf(share).map((key) => this.#turns.get(key) ?? 0);
    const allowed = [...this.#waiting].filter((waiting) => this.#allows(waiting));
    const [next] = allowed.toSorted((a, b) => {
      const [[callerA = 0, accountA = 0], [callerB = 0, accountB = 0]] = [turns(a), turns(b)];
      return callerA - callerB || accountA - accountB;
    });
    return next;
  }

  /** Forgets the turns of a caller or an account that neither holds a slot nor waits for one. */
  #forgetTurns(share: Share): void {
    const keys = new Set([...this.#taken, ...this.#waiting].flatMap(keysOf));
    for (const key of keysOf(share)) if (!keys.has(key)) this.#turns.delete(key);
  }

  #wait(share: Share, signal: AbortSignal): Promise<void> {
    const own = [...this.#waiting].filter(({ caller }) => caller === share.caller).length;
    if (own >= maxWaiting.perCaller) throw overShare(`${own} requests of this caller are already waiting`);
    if (this.#waiting.size >= maxWaiting.inAll)
      throw busy(`${this.#waiting.size} requests are already waiting`);
    return new Promise<void>((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        this.#waiting.delete(waiting);
        end();
      };
      const waiting: Waiting = {
        ...share,
        grant: () => {
          this.#grant(share);
          settle(resolve);
        },
      };
      const refuse = (error: unknown): void =>
        settle(() => {
          this.#forgetTurns(share);
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      const abort = (): void => refuse(signal.reason);
      const timer = setTimeout(() => refuse(this.#late(share)), this.#options.queueTimeoutMs);
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #late({ caller }: Share): Error {
    const own = [...this.#taken].filter((taken) => taken.caller === caller).length;
    const waited = `for ${this.#options.queueTimeoutMs / 1000} s`;
    return own > 0
      ? overShare(`it waited ${waited} while ${own} queries of the same caller ran`)
      : busy(`it waited ${waited} while ${this.#taken.size} queries of others ran`);
  }
}

function keysOf({ caller, account }: Share): readonly [string, string] {
  return [caller, `${caller}\n${account}`];
}

function overShare(reason: string): Error {
  return rateLimited(`Could not start the query: ${reason}. End one of them, or try again later.`, {
    retryAfter,
  });
}

function busy(reason: string): Error {
  return upstreamUnavailable(`Could not start the query: ${reason}. Try again later.`, { retryAfter });
}
