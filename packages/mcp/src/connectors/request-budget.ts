import { BudgetError } from "../errors/tool-error.js";

const windowMs = 3_600_000;

/** A maximum number of requests to connectors per hour, so that a loop of a model cannot exhaust a quota. */
export class RequestBudget {
  readonly #maxRequests: number;
  readonly #now: () => number;
  #start = 0;
  #used = 0;

  /**
   * @param maxRequests - Maximum number of requests per hour
   * @param now - Current time in milliseconds since 1970
   */
  constructor(maxRequests: number, now: () => number) {
    this.#maxRequests = maxRequests;
    this.#now = now;
  }

  /**
   * Counts a request before it is sent.
   *
   * @throws BudgetError when the budget of the current hour is used up
   */
  take(): void {
    if (this.#now() - this.#start >= windowMs) {
      this.#start = this.#now();
      this.#used = 0;
    }
    if (this.#used >= this.#maxRequests) throw new BudgetError(this.#maxRequests, this.#start + windowMs);
    this.#used += 1;
  }
}
