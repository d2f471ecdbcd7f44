import type { Account } from "./account.js";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of every call that uses an account. */
export interface AccountOptions extends CallOptions {
  /** The stored account; the connector's only kind without members when omitted. */
  readonly account?: Account | undefined;
  /**
   * Whether POST /validate is called before, as a platform does before each use; `true` when omitted and an account is
   * given. Use `false` when the account has just been validated for the same purpose.
   */
  readonly validate?: boolean;
  /** Called with the account when POST /validate has changed it, before it is used: store it, the old token may be void. */
  readonly onAccount?: (account: Account) => void | Promise<void>;
}
