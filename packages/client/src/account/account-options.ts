import type { Account } from "./account.js";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of every call that uses an account. */
export interface AccountOptions extends CallOptions {
  /** The stored account. Default: an account of the connector's only kind, without members. */
  readonly account?: Account | undefined;
  /**
   * Whether to call POST /validate first, as a platform does before each use. Default: `true` if an account is given.
   * Use `false` when the account has just been validated for the same purpose.
   */
  readonly validate?: boolean;
  /**
   * Called with the account when POST /validate has changed it, before it is used. It must be stored, because the old
   * token may be invalid.
   */
  readonly onAccount?: (account: Account) => void | Promise<void>;
}
