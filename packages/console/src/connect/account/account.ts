import type { JsonRecord } from "../../text/record.js";

/** A call of POST /validate and what it changed. */
export interface RefreshNote {
  /** Why it was called: the account was used, or the user asked for it. */
  readonly reason: "use" | "asked";
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
  /** Expiry before and after, in milliseconds since 1970; `undefined` where the account does not have one. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** Whether the access token changed. */
  readonly renewed: boolean;
  /** Names of the members that were added or replaced. */
  readonly changed: readonly string[];
}

/** A connected account, as a platform stores it. */
export interface Account {
  /** Key within this page; never sent. */
  readonly key: string;
  /** Base address of the connector it belongs to. */
  readonly base: string;
  /** Account kind. */
  readonly kind: string;
  /** Friendly name. */
  readonly name: string;
  /** All stored members. */
  readonly members: JsonRecord;
  /** Names of the members that the form declares and that are not secret. */
  readonly publicFields: readonly string[];
  readonly checkedAt: number;
  readonly refreshes: readonly RefreshNote[];
}

/** Returns the account as it is sent: flat, with its kind under both public names. */
export function flatAccount(account: Account): JsonRecord {
  return { ...account.members, name: account.name, auth: account.kind, identifier: account.kind };
}
