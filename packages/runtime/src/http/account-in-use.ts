import type { AnyAccount } from "@wellhead/sdk";

/** Options of {@link AccountInUse}. */
export interface AccountInUseOptions {
  /** The account of the request. */
  readonly account: AnyAccount;
  /** Refreshes the credentials; returns `undefined` when that is impossible. */
  readonly renew: (account: AnyAccount) => Promise<AnyAccount | undefined>;
  /** Clock in milliseconds. */
  readonly now: () => number;
}

/** Milliseconds after a refresh during which no other is tried: if fresh credentials are refused, expiry is not why. */
const rest = 60_000;

/**
 * The account that signs the calls of one request. Its credentials are refreshed when the upstream reports them as
 * expired: once for all concurrent calls, and again when a long read outlives the new credentials too.
 */
export class AccountInUse {
  readonly #options: AccountInUseOptions;
  #account: AnyAccount;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #renewal: Promise<boolean> | undefined;

  /**
   * Starts with the account of the request.
   *
   * @param options - The account and how it is refreshed
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
   * Replaces the credentials that the upstream reported as expired, unless another call has done so already.
   *
   * @param used - The account that signed the refused attempt
   * @returns Whether there are other credentials now
   * @throws Any error of the refresh
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
