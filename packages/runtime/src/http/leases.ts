import { randomUUID } from "node:crypto";
import type { Store } from "../store/store.js";

/** Options of {@link Leases}. */
export interface LeasesOptions {
  /** What replicas share. If it fails, calls continue without it. */
  readonly store: Store;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** Waits some milliseconds; throws when the signal is aborted first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Runs work at an interval until the returned function is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

/** Request for a lease. */
export interface LeaseRequest {
  /** Key of connector and account. */
  readonly key: string;
  /** Maximum number of leases, including this caller's. */
  readonly maxHolders: number;
  /** Maximum wait in milliseconds. */
  readonly maxWaitMs: number;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
}

/** Releases a lease; further calls have no effect. */
export type ReleaseLease = () => void;

/** A caller that waits for a lease. */
interface Waiter {
  wake: () => void;
}

/** Milliseconds: lifetime of a lease, between its renewals, and between attempts of a waiting caller. */
const times = { lifetime: 30_000, renewal: 10_000, look: 100 };

/**
 * Counts concurrent requests across all replicas. When a replica dies, it stops renewing its leases and they expire.
 * Callers of this process wait in order of arrival.
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
   * @param request - The lease, and the maximum wait
   * @returns The function that releases it; `undefined` when none became free in time
   * @throws The reason of the signal when it is aborted
   */
  async take(request: LeaseRequest): Promise<ReleaseLease | undefined> {
    const { key, maxHolders, maxWaitMs, signal } = request;
    const { now } = this.#options;
    // A caller that may use more leases must not wait for one that may use fewer, so each maximum has its own queue.
    const name = `${key}:${maxHolders}`;
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    const waiter: Waiter = { wake: () => undefined };
    queue.push(waiter);
    const end = now() + maxWaitMs;
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
    // The caller went away while the store was being asked.
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
      // Woken early or aborted: the loop in `take` checks which.
      if (!controller.signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}
