/** How failures of one kind are counted. */
export interface FailureLimit {
  /** Failures before the first wait. */
  readonly free: number;
  /** Longest wait between two attempts, in milliseconds. */
  readonly maxWaitMs: number;
  /** One failure is forgotten after each of these periods, in milliseconds. */
  readonly drainMs: number;
  /** Maximum number of keys; the one that was used the longest ago makes space for another. */
  readonly maxKeys: number;
  /** Whether only the first failure of each attempted value counts. */
  readonly countsOnce: boolean;
}

interface Entry {
  count: number;
  /** When the last failure was forgotten, or the first one counted. */
  drainedAt: number;
  /** When the next attempt may be made. */
  until: number;
  /** What failed before, the latest last. */
  readonly seen: Set<string>;
}

/** The first wait, in milliseconds; each further failure doubles it. */
const firstWaitMs = 1000;

/** Values that are remembered for one key. */
const maxSeen = 128;

/** Counts failures by key, and says how long the next attempt has to wait. Its size is bounded. */
export class FailureTable {
  readonly #limit: FailureLimit;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  /**
   * Starts without any failure.
   *
   * @param limit - How failures are counted
   * @param now - Clock in milliseconds
   */
  constructor(limit: FailureLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** How many keys are kept, without those whose failures are all forgotten. */
  get size(): number {
    this.#sweep();
    return this.#entries.size;
  }

  /**
   * Returns how long an attempt has to wait.
   *
   * @param key - Whose attempt it is
   * @returns Milliseconds; 0 when it may be made now
   */
  waitOf(key: string): number {
    const entry = this.#current(key);
    if (entry === undefined || entry.count < this.#limit.free) return 0;
    return Math.max(0, entry.until - this.#now());
  }

  /**
   * Takes the attempt that may be made now, so that others made at the same time have to wait.
   *
   * @param key - Whose attempt it is
   * @returns A function that returns the attempt, because it turned out to be right
   */
  take(key: string): () => void {
    const entry = this.#current(key);
    if (entry === undefined || entry.count < this.#limit.free) return () => undefined;
    const until = this.#now() + this.#nextWait(entry);
    entry.until = until;
    return () => {
      if (entry.until === until) entry.until = this.#now();
    };
  }

  /**
   * Counts a failure.
   *
   * @param key - Whose attempt it was
   * @param value - Digest of what was attempted
   * @returns Whether it was counted
   */
  fail(key: string, value: string): boolean {
    const entry = this.#current(key) ?? { count: 0, drainedAt: this.#now(), until: 0, seen: new Set() };
    const isNew = !entry.seen.delete(value);
    entry.seen.add(value);
    for (const oldest of entry.seen) if (entry.seen.size > maxSeen) entry.seen.delete(oldest);
    this.#keep(key, entry);
    if (this.#limit.countsOnce && !isNew) return false;
    this.#raise(entry, entry.count + 1);
    return true;
  }

  /**
   * Takes over a count that other replicas contributed to.
   *
   * @param key - Whose attempts they are
   * @param count - Failures in all
   */
  raise(key: string, count: number): void {
    const entry = this.#current(key);
    if (entry !== undefined && count > entry.count) this.#raise(entry, count);
  }

  /** @param key - Whose failures are forgotten */
  clear(key: string): void {
    this.#entries.delete(key);
  }

  #raise(entry: Entry, count: number): void {
    entry.count = count;
    if (count >= this.#limit.free) entry.until = Math.max(entry.until, this.#now() + this.#nextWait(entry));
  }

  #nextWait({ count }: Entry): number {
    return Math.min(this.#limit.maxWaitMs, firstWaitMs * 2 ** Math.min(30, count - this.#limit.free));
  }

  #current(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const periods = Math.floor((this.#now() - entry.drainedAt) / this.#limit.drainMs);
    entry.count = Math.max(0, entry.count - periods);
    entry.drainedAt += periods * this.#limit.drainMs;
    return entry;
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#sweep();
  }

  #sweep(): void {
    const { maxKeys, drainMs, free } = this.#limit;
    const forgotten = this.#now() - drainMs * (free + 1);
    for (const [oldest, { drainedAt }] of this.#entries) {
      if (this.#entries.size <= maxKeys && drainedAt > forgotten) return;
      this.#entries.delete(oldest);
    }
  }
}
