import type { AnyAccount, Context } from "./context.js";

/** What a service does for the accounts of its connectors. The HTTP client uses it; callbacks of a connector do not see it. */
export interface AccountServices {
  /** Variables of the deployment, such as the consumer key and secret that an OAuth 1 account signs with. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * Names an account for a store: the same before and after a refresh, and saying nothing about the account. Default: a
   * name that only this process understands.
   */
  keyOf?(account: AnyAccount): Promise<string>;
  /**
   * Gets fresh credentials for an account whose present ones the upstream called stale; `undefined` when that is
   * impossible.
   */
  renew(account: AnyAccount): Promise<AnyAccount | undefined>;
}

/** What a service hands over for one request: the context, and what it does for the account of the request. */
export interface ServiceContext<Account = AnyAccount> extends Context<Account> {
  /** Default: the variables of the process, and no renewal. */
  readonly accounts?: AccountServices;
}
