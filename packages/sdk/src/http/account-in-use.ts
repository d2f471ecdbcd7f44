import type { AnyAccount } from "../context/context.js";

/** Where fresh credentials come from. */
export interface AccountInUseOptions {
  /** The account of the request. */
  readonly account: AnyAccount;
  /** Gets fresh credentials; `undefined` when that is impossible. */
  readonly renew: (account: AnyAccount) => Promise<AnyAccount | undefined>;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds in which fresh credentials that are refused are not renewed again: it is not their age. */
const rest = 60_000;

/**
 * The account that signs the calls of one request. Its credentials are renewed when the upstream calls them stale, once
 * for all calls that run side by side, and again when a long reading outlives the fresh ones as well.
 */
export class AccountInUse {
  readonly #options: AccountInUseOptions;
  #account: AnyAccount;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewal: Promise<boolean> | undefined;

  /**
   * Begins with the account of the request.
   *
   * @param options - The account and how it is renewed
   */
  constructor(options: AccountInUseOptions) {
    this.#options = options;
    this.#account = options.account;
  }

  /** The account to sign with now. */
  get present(): AnyAccount {
    return this.#account;
  }

  /**
   * Looks for other credentials than those the upstream called stale.
   *
   * @param used - The account that signed the refused attempt
   * @returns Whether there are others now
   * @throws Whatever renewing throws
   */
  async renew(used: AnyAccount): Promise<boolean> {
    if (used !== this.#account) return true;
    if (this.#renewal === undefined) {
      if (this.#options.now() - this.#renewedAt < rest) return false;
      this.#renewal = this.#getFresh().finally(() => {
        this.#renewal = undefined;
      });
    }
    return await this.#renewal;
  }

  async #getFresh(): Promise<boolean> {
    const fresh = await this.#options.renew(this.#account);
    if (fresh === undefined) return false;
    this.#account = fresh;
    this.#renewedAt = this.#options.now();
    return true;
  }
}
