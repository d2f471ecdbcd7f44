import { randomUUID } from "node:crypto";
import type { Store } from "../store/store.js";

/** What leases are counted with. */
export interface LeasesOptions {
  /** What replicas share. One that fails holds up no call. */
  readonly store: Store;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** Waits some milliseconds, or until the signal is aborted; then it throws. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Does some work every so many milliseconds until what it returns is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

/** Which lease is wanted. */
export interface LeaseRequest {
  /** Names connector and account. */
  readonly key: string;
  /** Number of leases at which this caller waits. */
  readonly maxHolders: number;
  /** Maximum wait in milliseconds. */
  readonly patience: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Releases a lease; more than once does nothing more. */
export type ReleaseLease = () => void;

/** A caller that waits. */
interface Waiter {
  wake: () => void;
}

/** Milliseconds a lease lives unless it is renewed, between renewals, and between looks at those of other replicas. */
const times = { lifetime: 30_000, renewal: 10_000, look: 100 };

/**
 * Counts requests under way, together with all replicas. A replica that dies renews its leases no more, and they expire.
 * Callers of this process wait in the order they came.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #queues = new Map<string, Waiter[]>();

  /** @param options - Store and clock */
  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /**
   * Waits for a lease.
   *
   * @param request - Which one, and how long to wait
   * @returns Releases it; `undefined` when none was released in time
   * @throws The reason of the signal when it is aborted
   */
  async take(request: LeaseRequest): Promise<ReleaseLease | undefined> {
    const { key, maxHolders, patience, signal } = request;
    const { now } = this.#options;
    // Those who may have more leases do not wait for those who may have fewer.
    const name = `${key}:${maxHolders}`;
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    const waiter: Waiter = { wake: () => undefined };
    queue.push(waiter);
    const end = now() + patience;
    try {
      for (;;) {
        signal.throwIfAborted();
        if (queue[0] === waiter) {
          const release = await this.#tryTake(request);
          if (release !== undefined) return release;
        }
        const left = end - now();
        if (left <= 0) return undefined;
        await this.#sleep(Math.min(times.look, left), waiter, signal);
      }
    } finally {
      queue.splice(queue.indexOf(waiter), 1);
      if (queue.length === 0) this.#queues.delete(name);
      queue[0]?.wake();
    }
  }

  async #tryTake({ key, maxHolders, signal }: LeaseRequest): Promise<ReleaseLease | undefined> {
    const { store, every } = this.#options;
    const holder = randomUUID();
    const limits = { maxHolders, lifetime: times.lifetime };
    if ((await store.lease?.(key, holder, limits)) === false) return undefined;
    const stop = every(times.renewal, () => void store.lease?.(key, holder, limits));
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      stop();
      void store.release?.(key, holder).then(() => this.#wakeFirst(key));
    };
    if (!signal.aborted) return release;
    // Its caller went away while the store was asked.
    release();
    throw signal.reason;
  }

  #wakeFirst(key: string): void {
    for (const [name, queue] of this.#queues) if (name.startsWith(`${key}:`)) queue[0]?.wake();
  }

  async #sleep(milliseconds: number, waiter: Waiter, signal: AbortSignal): Promise<void> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    waiter.wake = stop;
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    try {
      await this.#options.wait(milliseconds, controller.signal);
    } catch (error) {
      // Woken before its time, or nobody waits any more: the next turn finds out.
      if (!controller.signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}
