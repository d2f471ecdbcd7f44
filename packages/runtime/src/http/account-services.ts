import type { AnyAccount } from "@wellhead/sdk";

/** What a service does for the account of a request, for the HTTP client of the request. */
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
