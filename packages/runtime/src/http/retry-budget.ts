/** Retries that one first attempt adds, retries that one second adds, and the maximum that can be saved. */
const retriesPerAttempt = 0.2;
const retriesPerSecond = 1;
const maxSavedRetries = 10;

/**
 * Limits retries per origin to a fifth of the first attempts plus one per second, to spare an overloaded upstream.
 */
export class RetryBudget {
  readonly #now: () => number;
  readonly #savings = new Map<string, { amount: number; at: number }>();

  /**
   * Starts with the maximum of saved retries for every origin.
   *
   * @param now - Clock in milliseconds
   */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a first attempt.
   *
   * @param origin - Origin of the request
   */
  deposit(origin: string): void {
    const saved = this.#saved(origin);
    saved.amount = Math.min(maxSavedRetries, saved.amount + retriesPerAttempt);
  }

  /**
   * Requests a retry.
   *
   * @param origin - Origin of the request
   * @returns Whether the retry is allowed
   */
  withdraw(origin: string): boolean {
    const saved = this.#saved(origin);
    if (saved.amount < 1) return false;
    saved.amount -= 1;
    return true;
  }

  #saved(origin: string): { amount: number; at: number } {
    const now = this.#now();
    const saved = this.#savings.get(origin) ?? { amount: maxSavedRetries, at: now };
    const seconds = Math.max(0, now - saved.at) / 1000;
    saved.amount = Math.min(maxSavedRetries, saved.amount + seconds * retriesPerSecond);
    saved.at = now;
    // Origins come from accounts, so there may be many: the least recently used is removed first.
    this.#savings.delete(origin);
    this.#savings.set(origin, saved);
    const oldest = this.#savings.size > 1000 ? this.#savings.keys().next().value : undefined;
    if (oldest !== undefined) this.#savings.delete(oldest);
    return saved;
  }
}
