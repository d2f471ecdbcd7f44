import type { AnyAccount, Context } from "./context.js";

/** What a service does for the accounts of its connectors. For the HTTP client; hidden from a connector's callbacks. */
export interface AccountServices {
  /** Variables of the deployment, such as the consumer key and secret that an OAuth 1 account signs with. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * Returns the key of an account in a store. It stays the same after a refresh and reveals nothing about the account.
   * Default: a key that only this process can compute.
   */
  keyOf?(account: AnyAccount): Promise<string>;
  /**
   * Refreshes the credentials of an account after the upstream reported them as expired; returns `undefined` when that
   * is impossible.
   */
  renew(account: AnyAccount): Promise<AnyAccount | undefined>;
}

/** What a service passes for one request: the context, and its services for the account of the request. */
export interface ServiceContext<Account = AnyAccount> extends Context<Account> {
  /** Default: the variables of the process, and no refresh. */
  readonly accounts?: AccountServices;
}
