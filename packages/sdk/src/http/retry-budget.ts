/** What one first try adds, what one second adds, and how much can be saved up. */
const perTry = 0.2;
const perSecond = 1;
const most = 10;

/**
 * Bounds retries to a fifth of the first tries, and one per second, per origin: a sick upstream is not beaten.
 */
export class RetryBudget {
  readonly #now: () => number;
  readonly #savings = new Map<string, { amount: number; at: number }>();

  /**
   * Starts with every origin's savings full.
   *
   * @param now - Clock in milliseconds
   */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a first try.
   *
   * @param origin - Origin it goes to
   */
  deposit(origin: string): void {
    const saved = this.#saved(origin);
    saved.amount = Math.min(most, saved.amount + perTry);
  }

  /**
   * Asks for a retry.
   *
   * @param origin - Origin it goes to
   * @returns Whether it may be made
   */
  withdraw(origin: string): boolean {
    const saved = this.#saved(origin);
    if (saved.amount < 1) return false;
    saved.amount -= 1;
    return true;
  }

  #saved(origin: string): { amount: number; at: number } {
    const now = this.#now();
    const saved = this.#savings.get(origin) ?? { amount: most, at: now };
    const seconds = Math.max(0, now - saved.at) / 1000;
    saved.amount = Math.min(most, saved.amount + seconds * perSecond);
    saved.at = now;
    // Origins come from accounts, so there may be many: the longest unused goes first.
    this.#savings.delete(origin);
    this.#savings.set(origin, saved);
    const oldest = this.#savings.size > 1000 ? this.#savings.keys().next().value : undefined;
    if (oldest !== undefined) this.#savings.delete(oldest);
    return saved;
  }
}
