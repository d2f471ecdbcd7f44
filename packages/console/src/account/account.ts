import type { JsonRecord } from "../json/record.js";

/** A refresh that POST /validate made. */
export interface RefreshNote {
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
  /** Expiry before and after, in milliseconds since 1970; `undefined` where the account tells none. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Whether the access token changed. */
  readonly renewed: boolean;
}

/** A connected account, as a platform stores it. */
export interface Account {
  /** Key of this page; never sent. */
  readonly key: string;
  /** Base address of the connector it belongs to. */
  readonly base: string;
  /** Account kind. */
  readonly kind: string;
  /** Friendly name. */
  readonly name: string;
  /** Every stored member. */
  readonly members: JsonRecord;
  readonly checkedAt: number;
  readonly refreshes: readonly RefreshNote[];
}

/** The account as it is sent: flat, its kind under both public names. */
export function flatAccount(account: Account): JsonRecord {
  return { ...account.members, name: account.name, auth: account.kind, identifier: account.kind };
}
