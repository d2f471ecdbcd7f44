import type { Account, Connector, ExchangeObserver } from "@wellhead/client";

/** The store in which the operator keeps the account of a connector. */
export interface AccountStore {
  /** Reads the stored account. */
  readonly read: () => Promise<Account>;
  /** Stores an account that POST /validate changed: the old token may no longer be valid. */
  readonly keep: (stored: Account, valid: Account) => Promise<void>;
}

/** A connector that the server offers. */
export interface McpConnector {
  /** Its name in tools and in SQL. */
  readonly name: string;
  /**
   * Creates a client of the connector. Nothing is sent yet.
   *
   * @param observe - Called for every request
   */
  readonly connect: (observe: ExchangeObserver) => Connector;
  /** Its account. Default: none. */
  readonly account?: AccountStore;
  /** Values that no message may contain, such as credentials of the caller. Default: none. */
  readonly secrets?: readonly string[];
}
