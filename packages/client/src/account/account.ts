import { acceptAlias, aliases, emitAlias } from "@wellhead/contract/vocabulary";
import type { AccountKind } from "../describe/application.js";

/** An account as a platform stores it: the kind under `auth` and `identifier`, next to every member. */
export type Account = Readonly<Record<string, unknown>>;

/**
 * Returns the kind of an account.
 *
 * @param account - Flat account
 * @returns The id of its kind; `undefined` when it does not name one
 */
export function accountKindOf(account: Account): string | undefined {
  const kind = acceptAlias(account, aliases.accountKind);
  return typeof kind === "string" ? kind : undefined;
}

/**
 * Adds the kind of an account under both public names. If the account does not name a kind, the only kind of the
 * connector is used.
 *
 * @param account - Flat account
 * @param kinds - Account kinds of the connector
 * @returns The account to send
 * @see The connector contract, "General rules", account kind in a flat account
 */
export function completeAccount(account: Account, kinds: readonly AccountKind[]): Account {
  const assumed = kinds.length === 1 ? kinds[0] : kinds.find(isNone);
  const kind = accountKindOf(account) ?? assumed?.id;
  return kind === undefined ? account : { ...account, ...emitAlias(aliases.accountKind, kind) };
}

function isNone({ id }: AccountKind): boolean {
  return id === "none";
}
