import type { FailureLimit } from "../../settings/failure-settings.js";

interface Count {
  count: number;
  /** Time at which a failure was last forgotten; before that, time of the first failure. */
  drainedAt: number;
  /** Time from which the next attempt may be made. */
  until: number;
  /** Digests of the values that failed, the latest last. */
  readonly seen: Set<string>;
}

/** The first wait, in milliseconds; each further failure doubles it. */
const firstWaitMs = 1000;

/** Maximum number of values stored per key. */
const maxSeen = 128;

/** Counts failures by key and returns how long the next attempt has to wait. Its size is bounded. */
export class FailureTable {
  readonly #limit: FailureLimit;
  readonly #now: () => number;
  readonly #entries = new Map<string, Count>();

  /**
   * Creates an empty table.
   *
   * @param limit - How failures are counted
   * @param now - Clock in milliseconds
   */
  constructor(limit: FailureLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Number of keys, without those whose failures are all forgotten. */
  get size(): number {
    if (this.#entries.size === 0) return 0;
    this.#sweep();
    return this.#entries.size;
  }

  /**
   * Returns how long an attempt has to wait.
   *
   * @param key - Key of the attempt
   * @returns Milliseconds; 0 when it may be made now
   */
  waitOf(key: string): number {
    const entry = this.#current(key);
    if (entry === undefined || entry.count < this.#limit.free) return 0;
    return Math.max(0, entry.until - this.#now());
  }

  /**
   * Takes the attempt that may be made now, so that concurrent attempts have to wait.
   *
   * @param key - Key of the attempt
   * @returns A function that releases the attempt after it succeeded
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
   * @param key - Key of the attempt
   * @param value - Digest of the attempted value
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
   * Raises the count of a key to the total of all replicas.
   *
   * @param key - Key of the attempts
   * @param count - Total number of failures
   */
  raise(key: string, count: number): void {
    const entry = this.#current(key);
    if (entry !== undefined && count > entry.count) this.#raise(entry, count);
  }

  /** @param key - Key whose failures are forgotten */
  clear(key: string): void {
    this.#entries.delete(key);
  }

  #raise(entry: Count, count: number): void {
    entry.count = count;
    if (count >= this.#limit.free) entry.until = Math.max(entry.until, this.#now() + this.#nextWait(entry));
  }

  #nextWait({ count }: Count): number {
    return Math.min(this.#limit.maxWaitMs, firstWaitMs * 2 ** Math.min(30, count - this.#limit.free));
  }

  #current(key: string): Count | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const periods = Math.floor((this.#now() - entry.drainedAt) / this.#limit.drainMs);
    entry.count = Math.max(0, entry.count - periods);
    entry.drainedAt += periods * this.#limit.drainMs;
    return entry;
  }

  #keep(key: string, entry: Count): void {
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

/** An account whose latest attempt was rejected. */
export interface FailingAccount {
  /** Id of the connector. */
  readonly connector: string;
  /** Keyed digest of the account, which reveals nothing about it. */
  readonly account: string;
  /** Number of attempts that were rejected since one succeeded. */
  readonly failures: number;
  /** Milliseconds since the last one. */
  readonly lastFailureMs: number;
}

interface FailingEntry {
  readonly connector: string;
  readonly account: string;
  failures: number;
  last: number;
}

/** Maximum number of accounts; a further one replaces the one whose last failure is the oldest. */
const maxAccounts = 100;

/** Milliseconds after its last failure after which an account is forgotten. */
const keepMs = 30 * 60_000;

/** The accounts whose latest attempt was rejected, for the operator. */
export class FailingAccounts {
  readonly #now: () => number;
  /** By connector and account, the latest failure last. */
  readonly #entries = new Map<string, FailingEntry>();

  /** @param now - Clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Number of accounts. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * @param connector - Id of the connector
   * @param account - Digest of an account that was rejected
   */
  failed(connector: string, account: string): void {
    const key = `${connector} ${account}`;
    const entry = this.#entries.get(key) ?? { connector, account, failures: 0, last: 0 };
    entry.failures += 1;
    entry.last = this.#now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#forget();
  }

  /**
   * @param connector - Id of the connector
   * @param account - Digest of an account that worked
   */
  succeeded(connector: string, account: string): void {
    this.#entries.delete(`${connector} ${account}`);
  }

  /** @returns The accounts, the latest failure first */
  list(): readonly FailingAccount[] {
    this.#forget();
    const now = this.#now();
    return [...this.#entries.values()]
      .toReversed()
      .map(({ last, ...account }) => ({ ...account, lastFailureMs: Math.max(0, now - last) }));
  }

  #forget(): void {
    const oldest = this.#now() - keepMs;
    for (const [key, { last }] of this.#entries) {
      if (this.#entries.size <= maxAccounts && last > oldest) return;
      this.#entries.delete(key);
    }
  }
}
