import type { LeaseOptions, Store } from "./store.js";

interface Entry {
  readonly value: string;
  readonly end: number;
}

/** What may be set about a {@link MemoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum bytes of all keys and values, as estimated here. Default: 64 MiB. */
  readonly maxBytes?: number;
  /** Called with the number of current entries that were evicted to stay below `maxBytes`. Default: nobody is called. */
  readonly onEvict?: (count: number) => void;
}

/** What an entry takes beside its texts, as measured on Node 20, in bytes. */
const entryBytes = 160;

/** Entries above which each write looks for expired ones. */
const sweepSize = 1000;

/** A store inside one process, for a service without replicas. It has a maximum size and evicts its oldest entries. */
export class MemoryStore implements Store {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #onEvict: (count: number) => void;
  #bytes = 0;
  #sweepAt = sweepSize;

  /**
   * Starts empty.
   *
   * @param now - Clock in milliseconds. Default: `Date.now`
   * @param options - Maximum size, and what is called at an eviction
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
   * @param lifetime - Milliseconds it lives
   */
  set(key: string, value: string, lifetime: number): Promise<void> {
    this.#write(key, { value, end: this.#now() + lifetime });
    return Promise.resolve();
  }

  /**
   * Writes a value unless there is one.
   *
   * @param key - Its key
   * @param value - The value
   * @param lifetime - Milliseconds it lives
   * @returns Whether it was written
   */
  setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    const absent = this.#read(key) === undefined;
    if (absent) this.#write(key, { value, end: this.#now() + lifetime });
    return Promise.resolve(absent);
  }

  /**
   * Removes a value if it is this one.
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
   * @param amount - What is added
   * @param lifetime - Milliseconds a new counter lives
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
   * @param key - What the leases are of
   * @param holder - Who takes one
   * @param options - Maximum of leases, and how long one lives
   * @returns Whether the holder has one now
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
   * @param key - What the leases are of
   * @param holder - Who has one
   */
  release(key: string, holder: string): Promise<void> {
    const ends = this.#leases(key);
    if (ends.delete(holder)) this.#writeLeases(key, ends);
    return Promise.resolve();
  }

  /** Holders of current leases, and when each ends. */
  #leases(key: string): Map<string, number> {
    // Only the next method writes it.
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
    // Written anew, so that the order of the entries is the order of their last writes.
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

  /** Evicts down to nine tenths, so that the next writes need neither sweep nor evict. */
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

/** Texts of one byte per character are the rule: keys and sealed values are base64url. */
function sizeOf(key: string, { value }: Entry): number {
  return key.length + value.length + entryBytes;
}
