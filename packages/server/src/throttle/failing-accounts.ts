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

interface Entry {
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
  readonly #entries = new Map<string, Entry>();

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
