import { withinTime } from "../egress/within-time.js";
import { MemoryStore } from "./memory-store.js";
import type { LeaseOptions, Replacement, Store } from "./store.js";

/** Events of a {@link CacheStore} that its callers do not notice. */
export type CacheEvent =
  /** The shared store failed or timed out; this process works without it for a while. */
  | "shared_failed"
  /** This process has used up its hourly share of the shared store; further values stay in its memory. */
  | "shared_full"
  /** Unexpired entries were evicted from the memory of this process. */
  | "evicted";

/** Options of a {@link CacheStore}. */
export interface CacheStoreOptions {
  /** Store that replicas share. Default: none; everything stays in this process. */
  readonly shared?: Store | undefined;
  /** Clock in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Timeout of a call to the shared store, in milliseconds. Default: 250. */
  readonly timeoutMs?: number;
  /** Milliseconds during which the shared store is not called after a failure. Default: 2,000. */
  readonly cooldownMs?: number;
  /** Maximum bytes in the memory of this process. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** Maximum bytes that this process writes to the shared store per hour. Default: 16 MiB. */
  readonly maxSharedBytes?: number;
  /** Called when something was lost or could not be shared. Default: a no-op. */
  readonly onEvent?: (event: CacheEvent) => void;
}

const hour = 3_600_000;
/** Bytes that an entry takes in Redis in addition to its key and value. */
const entryBytes = 120;

/**
 * A store for data that may be lost: rate budgets, sign-ins in progress. It never fails and never blocks for long.
 *
 * It uses the shared store while that responds, and the memory of this process otherwise. Its size is bounded in both,
 * so that it can fill neither the process nor a server that also holds the refresh journal.
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
   * Creates a store with empty memory.
   *
   * @param options - Shared store, clock and limits
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
    // Values that exceeded the share of the shared store are in memory only.
    return (await this.#ask((shared) => shared.get(key))) ?? (await this.#local.get(key));
  }

  /**
   * Writes a value.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds until it expires
   */
  async set(key: string, value: string, lifetime: number): Promise<void> {
    await this.#local.set(key, value, lifetime);
    await this.#write(bytesOf(key, value), async (shared) => await shared.set(key, value, lifetime));
  }

  /**
   * Writes a value unless the key has one.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds until it expires
   * @returns Whether it was written
   */
  async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const written = await this.#write(bytesOf(key, value), (shared) =>
      shared.setIfAbsent(key, value, lifetime),
    );
    if (written === undefined) return await this.#local.setIfAbsent(key, value, lifetime);
    if (written) await this.#local.set(key, value, lifetime);
    return written;
  }

  /**
   * Replaces a value if the key has the given one.
   *
   * @param key - Its key
   * @param replacement - The value it must have, and the next one
   * @returns Whether it was replaced
   */
  async setIfEqual(key: string, replacement: Replacement): Promise<boolean> {
    const { before, value, lifetime } = replacement;
    const replace = (store: Store): Promise<boolean> => store.setIfEqual(key, replacement);
    // The space of the value before it is used again.
    const isReplaced = await this.#write(Math.max(0, value.length - before.length), replace);
    if (isReplaced === undefined) return await replace(this.#local);
    if (isReplaced) await this.#local.set(key, value, lifetime);
    return isReplaced;
  }

  /**
   * Removes a key if it has the given value.
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
   * @param amount - Amount to add
   * @param lifetime - Milliseconds until a new counter expires
   * @returns The sum
   */
  async increment(key: string, amount: number, lifetime: number): Promise<number> {
    const local = await this.#local.increment(key, amount, lifetime);
    if (!this.#hasBytes(key.length + entryBytes)) return local;
    const sum = await this.#ask((shared) => shared.increment(key, amount, lifetime));
    // An existing counter takes no further space.
    if (sum === amount) this.#hourBytes += key.length + entryBytes;
    return sum ?? local;
  }

  /**
   * Takes or renews a lease. This process always counts its own leases as well, so that it continues with the right
   * count when the shared store fails.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   * @param options - Maximum number of leases, and their lifetime
   * @returns Whether the holder has a lease now
   */
  async lease(key: string, holder: string, options: LeaseOptions): Promise<boolean> {
    if (!(await this.#local.lease(key, holder, options))) return false;
    // A lease lives for seconds, so it does not count towards the bytes of an hour.
    const shared = await this.#ask(async (store) => await store.lease?.(key, holder, options));
    if (shared === false) await this.#local.release(key, holder);
    return shared ?? true;
  }

  /**
   * Releases a lease.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   */
  async release(key: string, holder: string): Promise<void> {
    await this.#local.release(key, holder);
    await this.#ask(async (store) => await store.release?.(key, holder));
  }

  async #write<Value>(bytes: number, work: (shared: Store) => Promise<Value>): Promise<Value | undefined> {
    if (!this.#hasBytes(bytes)) return undefined;
    this.#hourBytes += bytes;
    return await this.#ask(work);
  }

  /** Reports whether this process may still write this many bytes to the shared store in the current hour. */
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
        timeoutMs: this.#timeoutMs,
        timeoutError: () => new Error("The shared store did not respond in time."),
      });
    } catch {
      this.#failedAt = this.#now();
      this.#onEvent("shared_failed");
      return undefined;
    }
  }
}

/** Returns the space that a new entry takes in the shared store. */
function bytesOf(key: string, value: string): number {
  return key.length + value.length + entryBytes;
}

let store: CacheStore | undefined;

/**
 * Returns the store for data that may be lost, such as rate budgets. It never fails.
 *
 * @returns A cache on top of the configured store, or else in the memory of this process
 */
export function processStore(): Store {
  store ??= new CacheStore();
  return store;
}

/**
 * Sets the store that this process shares with its replicas. Called by the service that hosts connectors, at startup.
 *
 * @param shared - The store that all replicas use; if it fails or is slow, calls continue without it
 */
export function configureStore(shared: Store): void {
  store = asCache(shared);
}

/**
 * Wraps a store for data that may be lost.
 *
 * @param shared - A store
 * @returns The same store if it is a {@link CacheStore} already, else a cache on top of it
 */
export function asCache(shared: Store): CacheStore {
  return shared instanceof CacheStore ? shared : new CacheStore({ shared });
}
