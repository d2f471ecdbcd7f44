import type { LeaseOptions, Replacement, Store } from "./store.js";

interface Entry {
  readonly value: string;
  readonly end: number;
}

/** Options of a {@link MemoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum bytes of all keys and values, as estimated by this class. Default: 64 MiB. */
  readonly maxBytes?: number;
  /** Called with the number of unexpired entries that were evicted to stay below `maxBytes`. Default: a no-op. */
  readonly onEvict?: (count: number) => void;
}

/** Bytes that an entry takes in addition to its key and value, as measured on Node 20. */
const entryBytes = 160;

/** Number of entries above which a write removes expired ones. */
const sweepSize = 1000;

/** A store in the memory of one process, for a service without replicas. Evicts its oldest entries when it is full. */
export class MemoryStore implements Store {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #onEvict: (count: number) => void;
  #bytes = 0;
  #sweepAt = sweepSize;

  /**
   * Creates an empty store.
   *
   * @param now - Clock in milliseconds. Default: `Date.now`
   * @param options - Maximum size, and the callback for evictions
   */
  constructor(now: () => number = Date.now, options: MemoryStoreOptions = {}) {
    this.#now = now;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
    this.#onEvict = options.onEvict ?? (() => undefined);
  }

  /** Estimated bytes of all keys and values. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Reads a value.
   *
   * @param key - Its key
   * @returns The value, or `undefined`
   */
  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#read(key));
  }

  /**
   * Writes a value.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds until it expires
   */
  set(key: string, value: string, lifetime: number): Promise<void> {
    this.#write(key, { value, end: this.#now() + lifetime });
    return Promise.resolve();
  }

  /**
   * Writes a value unless the key has one.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds until it expires
   * @returns Whether it was written
   */
  setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const absent = this.#read(key) === undefined;
    if (absent) this.#write(key, { value, end: this.#now() + lifetime });
    return Promise.resolve(absent);
  }

  /**
   * Replaces a value if the key has the given one.
   *
   * @param key - Its key
   * @param replacement - The value it must have, and the next one
   * @returns Whether it was replaced
   */
  setIfEqual(key: string, { before, value, lifetime }: Replacement): Promise<boolean> {
    const isEqual = this.#read(key) === before;
    if (isEqual) this.#write(key, { value, end: this.#now() + lifetime });
    return Promise.resolve(isEqual);
  }

  /**
   * Removes a key if it has the given value.
   *
   * @param key - Its key
   * @param value - The value it must have
   * @returns Whether it was removed
   */
  deleteIfEqual(key: string, value: string): Promise<boolean> {
    return Promise.resolve(this.#read(key) === value && this.#delete(key));
  }

  /**
   * Adds to a counter.
   *
   * @param key - Its key
   * @param amount - Amount to add
   * @param lifetime - Milliseconds until a new counter expires
   * @returns The sum
   */
  increment(key: string, amount: number, lifetime: number): Promise<number> {
    const before = this.#read(key);
    const end = before === undefined ? this.#now() + lifetime : (this.#entries.get(key)?.end ?? 0);
    const sum = Number(before ?? 0) + amount;
    this.#write(key, { value: String(sum), end });
    return Promise.resolve(sum);
  }

  /**
   * Takes or renews a lease.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   * @param options - Maximum number of leases, and their lifetime
   * @returns Whether the holder has a lease now
   */
  lease(key: string, holder: string, { maxHolders, lifetime }: LeaseOptions): Promise<boolean> {
    const ends = this.#leases(key);
    if (!ends.has(holder) && ends.size >= maxHolders) return Promise.resolve(false);
    ends.set(holder, this.#now() + lifetime);
    this.#writeLeases(key, ends);
    return Promise.resolve(true);
  }

  /**
   * Releases a lease.
   *
   * @param key - Key of the resource
   * @param holder - Id of the holder
   */
  release(key: string, holder: string): Promise<void> {
    const ends = this.#leases(key);
    if (ends.delete(holder)) this.#writeLeases(key, ends);
    return Promise.resolve();
  }

  /** Holders of unexpired leases, and when each lease ends. */
  #leases(key: string): Map<string, number> {
    // Only `#writeLeases` writes this value.
    const ends = JSON.parse(this.#read(key) ?? "[]") as ReadonlyArray<readonly [string, number]>;
    return new Map(ends.filter(([, end]) => end > this.#now()));
  }

  #writeLeases(key: string, ends: ReadonlyMap<string, number>): void {
    if (ends.size === 0) this.#delete(key);
    else this.#write(key, { value: JSON.stringify([...ends]), end: Math.max(...ends.values()) });
  }

  #read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.end > this.#now() ? entry.value : undefined;
  }

  #write(key: string, entry: Entry): void {
    // Delete the key first, so that the entries are ordered by their last write.
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += sizeOf(key, entry);
    if (this.#entries.size > this.#sweepAt || this.#bytes > this.#maxBytes) this.#sweep();
    if (this.#bytes > this.#maxBytes) this.#evict();
  }

  #delete(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#bytes -= sizeOf(key, entry);
    return this.#entries.delete(key);
  }

  #sweep(): void {
    for (const [key, { end }] of this.#entries) if (end <= this.#now()) this.#delete(key);
    this.#sweepAt = Math.max(sweepSize, this.#entries.size * 2);
  }

  /** Evicts entries down to nine tenths of the maximum, so that the next writes need no sweep and no eviction. */
  #evict(): void {
    let count = 0;
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes * 0.9) break;
      this.#delete(key);
      count += 1;
    }
    this.#onEvict(count);
  }
}

/** Estimates the size of an entry. Keys and sealed values are base64url, so a character is usually one byte. */
function sizeOf(key: string, { value }: Entry): number {
  return key.length + value.length + entryBytes;
}
