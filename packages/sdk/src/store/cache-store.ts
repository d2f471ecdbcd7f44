import { withinTime } from "../egress/within-time.js";
import { MemoryStore } from "./memory-store.js";
import type { LeaseOptions, Store } from "./store.js";

/** What may happen to a {@link CacheStore} without anybody noticing from outside. */
export type CacheEvent =
  /** The shared store failed or was too slow; this process goes on alone for a while. */
  | "shared_failed"
  /** This process has written its share of the shared store; what comes next stays in its memory. */
  | "shared_full"
  /** Current entries in the memory of this process were evicted. */
  | "evicted";

/** What may be set about a {@link CacheStore}. */
export interface CacheStoreOptions {
  /** Store that replicas share. Default: none, everything stays in this process. */
  readonly shared?: Store | undefined;
  /** Clock in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Milliseconds after which a call of the shared store is not waited for. Default: 250. */
  readonly timeoutMs?: number;
  /** Milliseconds for which the shared store is left alone once it has failed. Default: 2,000. */
  readonly cooldownMs?: number;
  /** Maximum bytes in the memory of this process. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** Maximum bytes that this process writes to the shared store in one hour. Default: 16 MiB. */
  readonly maxSharedBytes?: number;
  /** Called when something was lost or could not be shared. Default: nobody is called. */
  readonly onEvent?: (event: CacheEvent) => void;
}

const hour = 3_600_000;
/** What an entry takes in Redis beside its texts, in bytes. */
const entryBytes = 120;

/**
 * A store for what may be lost: rate budgets, sign-ins under way. It never fails and never takes long.
 *
 * It works in the shared store as long as that answers, and in the memory of this process otherwise. What it keeps is
 * bounded in both places, so that it can fill neither the process nor a server that holds the refresh journal too.
 */
export class CacheStore implements Store {
  readonly #shared: Store | undefined;
  readonly #local: MemoryStore;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #cooldownMs: number;
  readonly #maxSharedBytes: number;
  readonly #onEvent: (event: CacheEvent) => void;
  #failedAt = Number.NEGATIVE_INFINITY;
  #hour = 0;
  #hourBytes = 0;

  /**
   * Starts with an empty memory.
   *
   * @param options - Shared store, clock, maximum sizes
   */
  constructor(options: CacheStoreOptions = {}) {
    const {
      shared,
      now = Date.now,
      timeoutMs = 250,
      cooldownMs = 2000,
      maxBytes = 32 * 1024 * 1024,
    } = options;
    this.#shared = shared;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#cooldownMs = cooldownMs;
    this.#maxSharedBytes = options.maxSharedBytes ?? 16 * 1024 * 1024;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.#local = new MemoryStore(now, { maxBytes, onEvict: () => this.#onEvent("evicted") });
  }

  /**
   * Reads a value.
   *
   * @param key - Its key
   * @returns The value, or `undefined`
   */
  async get(key: string): Promise<string | undefined> {
    // What did not fit into the shared store is in memory only.
    return (await this.#ask((shared) => shared.get(key))) ?? (await this.#local.get(key));
  }

  /**
   * Writes a value.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds it lives
   */
  async set(key: string, value: string, lifetime: number): Promise<void> {
    await this.#local.set(key, value, lifetime);
    await this.#write(key, value, async (shared) => await shared.set(key, value, lifetime));
  }

  /**
   * Writes a value unless there is one.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds it lives
   * @returns Whether it was written
   */
  async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const written = await this.#write(key, value, (shared) => shared.setIfAbsent(key, value, lifetime));
    if (written === undefined) return await this.#local.setIfAbsent(key, value, lifetime);
    if (written) await this.#local.set(key, value, lifetime);
    return written;
  }

  /**
   * Removes a value if it is this one.
   *
   * @param key - Its key
   * @param value - The value it must have
   * @returns Whether it was removed
   */
  async deleteIfEqual(key: string, value: string): Promise<boolean> {
    const local = await this.#local.deleteIfEqual(key, value);
    return (await this.#ask((shared) => shared.deleteIfEqual(key, value))) ?? local;
  }

  /**
   * Adds to a counter.
   *
   * @param key - Its key
   * @param amount - What is added
   * @param lifetime - Milliseconds a new counter lives
   * @returns The sum
   */
  async increment(key: string, amount: number, lifetime: number): Promise<number> {
    const local = await this.#local.increment(key, amount, lifetime);
    if (!this.#hasBytes(key.length + entryBytes)) return local;
    const sum = await this.#ask((shared) => shared.increment(key, amount, lifetime));
    // A counter that was there already takes no more room.
    if (sum === amount) this.#hourBytes += key.length + entryBytes;
    return sum ?? local;
  }

  /**
   * Takes or renews a lease. This process counts its own leases in any case, so that it goes on alone where it was when
   * the shared store fails.
   *
   * @param key - What the leases are of
   * @param holder - Who takes one
   * @param options - Maximum of leases, and how long one lives
   * @returns Whether the holder has one now
   */
  async lease(key: string, holder: string, options: LeaseOptions): Promise<boolean> {
    if (!(await this.#local.lease(key, holder, options))) return false;
    // A lease lives for seconds: it does not count among the bytes of an hour.
    const shared = await this.#ask(async (store) => await store.lease?.(key, holder, options));
    if (shared === false) await this.#local.release(key, holder);
    return shared ?? true;
  }

  /**
   * Releases a lease.
   *
   * @param key - What the leases are of
   * @param holder - Who has one
   */
  async release(key: string, holder: string): Promise<void> {
    await this.#local.release(key, holder);
    await this.#ask(async (store) => await store.release?.(key, holder));
  }

  async #write<Value>(
    key: string,
    value: string,
    work: (shared: Store) => Promise<Value>,
  ): Promise<Value | undefined> {
    const bytes = key.length + value.length + entryBytes;
    if (!this.#hasBytes(bytes)) return undefined;
    this.#hourBytes += bytes;
    return await this.#ask(work);
  }

  /** Whether this process may still write so much to the shared store in this hour. */
  #hasBytes(bytes: number): boolean {
    const current = Math.floor(this.#now() / hour);
    if (current !== this.#hour) this.#hourBytes = 0;
    this.#hour = current;
    const fits = this.#hourBytes + bytes <= this.#maxSharedBytes;
    if (!fits && this.#shared !== undefined) this.#onEvent("shared_full");
    return fits;
  }

  async #ask<Value>(work: (shared: Store) => Promise<Value>): Promise<Value | undefined> {
    const shared = this.#shared;
    if (shared === undefined || Math.abs(this.#now() - this.#failedAt) < this.#cooldownMs) return undefined;
    try {
      return await withinTime(work(shared), {
        milliseconds: this.#timeoutMs,
        late: () => new Error("The shared store did not respond in time."),
      });
    } catch {
      this.#failedAt = this.#now();
      this.#onEvent("shared_failed");
      return undefined;
    }
  }
}
