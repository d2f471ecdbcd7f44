import type { Store } from "./store.js";

interface Entry {
  readonly value: string;
  readonly end: number;
}

/** Entries above which each write looks for dead ones. */
const sweepSize = 1000;

/** A store inside one process, for a service without replicas. */
export class MemoryStore implements Store {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #sweepAt = sweepSize;

  /**
   * Starts empty.
   *
   * @param now - Clock in milliseconds. Default: `Date.now`
   */
  constructor(now: () => number = Date.now) {
    this.#now = now;
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
    return Promise.resolve(this.#read(key) === value && this.#entries.delete(key));
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

  #read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.end > this.#now() ? entry.value : undefined;
  }

  #write(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    if (this.#entries.size <= this.#sweepAt) return;
    for (const [other, { end }] of this.#entries) if (end <= this.#now()) this.#entries.delete(other);
    this.#sweepAt = Math.max(sweepSize, this.#entries.size * 2);
  }
}
