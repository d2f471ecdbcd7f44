import { type Context, rateLimited, upstreamUnavailable } from "@wellhead/sdk";

/** How many slots there are, and how long and how many may wait for them. */
export interface FairSlotsOptions {
  readonly slots: number;
  /** Milliseconds to wait for a slot. */
  readonly queueTimeoutMs: number;
}

/** Who asks for a slot. */
export type Asker = Pick<Context<unknown>, "signal" | "caller" | "account">;

/** Requests that wait at once, of one caller and of all. */
const maxWaiting = { perCaller: 32, inAll: 256 };
/** Seconds after which it makes sense to ask again. */
const retryAfter = 5;

/** Who has a slot, or waits for one. */
interface Share {
  readonly caller: string;
  readonly account: string;
}

interface Waiting extends Share {
  readonly grant: () => void;
}

/**
 * Divides a number of slots among callers, and among the accounts of each, so that nobody has all of them. A caller without a
 * slot gets any free one. A further slot for another account must leave one free; a further slot for the same account must
 * leave half of them free. Who waits is served in turns, whoever asked for the most.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #taken = new Set<Share>();
  readonly #waiting = new Set<Waiting>();
  /** When callers and accounts last got a slot, as a number that grows. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  /** @param options - Number of slots, and how long to wait for one */
  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  /**
   * Takes a slot, waiting for one if need be.
   *
   * @param asker - Who asks; its signal ends the waiting
   * @returns Releases the slot; calling it again does nothing
   * @throws ConnectorError `rate_limited` when the caller's own requests are the reason that there is none,
   *   `upstream_unavailable` when those of others are
   */
  async take({ signal, caller, account }: Asker): Promise<() => void> {
    signal.throwIfAborted();
    // Secrets are left out of the text.
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

  /** Of those who may have a slot now, the one whose caller, and then whose account, got one least recently. */
  #next(): Waiting | undefined {
    const turns = (share: Share): readonly number[] => keysOf(share).map((key) => this.#turns.get(key) ?? 0);
    const allowed = [...this.#waiting].filter((waiting) => this.#allows(waiting));
    const [next] = allowed.toSorted((a, b) => {
      const [[callerA = 0, accountA = 0], [callerB = 0, accountB = 0]] = [turns(a), turns(b)];
      return callerA - callerB || accountA - accountB;
    });
    return next;
  }

  /** Who neither has a slot nor waits for one begins anew. */
  #forgetTurns(share: Share): void {
    const keys = new Set([...this.#taken, ...this.#waiting].flatMap(keysOf));
    for (const key of keysOf(share)) if (!keys.has(key)) this.#turns.delete(key);
  }

  #wait(share: Share, signal: AbortSignal): Promise<void> {
    const own = [...this.#waiting].filter(({ caller }) => caller === share.caller).length;
    if (own >= maxWaiting.perCaller) throw overShare(`${own} requests of this caller wait already`);
    if (this.#waiting.size >= maxWaiting.inAll) throw busy(`${this.#waiting.size} requests wait already`);
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
