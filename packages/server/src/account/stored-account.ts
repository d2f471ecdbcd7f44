import { acceptExpiry, aliases, emitExpiry } from "@wellhead/contract";
import type { AccountMembers, Fields } from "@wellhead/sdk";
import { revealMembers } from "./reveal-members.js";

/** An account that has just been checked. */
export interface CheckedAccount {
  /** Fields of the account's kind. */
  readonly form: Fields;
  /** Members as the caller sent them, its own secrets included. */
  readonly given: AccountMembers;
  /** Members that are new or changed, the later ones winning; secrets may be wrapped. */
  readonly changed: readonly (AccountMembers | undefined)[];
  /** Name to show. */
  readonly name: string;
}

/**
 * Makes the whole account as the platform is to store it. A platform may merge it into what it has, or replace what it
 * has by it: both end with the same account.
 *
 * An expiry is written under both emitted names, and under every other name it was given by, so that no name keeps an
 * old instant.
 *
 * @param account - Members given and changed, and the name
 * @returns The account in plain text, for the answer alone
 * @see The connector contract, POST /validate
 */
export function storedAccount({ form, given, changed, name }: CheckedAccount): Record<string, unknown> {
  const members = [given, ...changed].flatMap((part) => Object.entries(part ?? {}));
  const whole = revealMembers(Object.fromEntries(members));
  return { ...whole, ...expiryOf(whole, form), name };
}

function expiryOf(whole: AccountMembers, form: Fields): AccountMembers {
  const declared = aliases.expiry.accept.some((name) => Object.hasOwn(form, name));
  const expiry = declared ? undefined : acceptExpiry(whole);
  if (expiry === undefined || !isInstant(expiry)) return {};
  const emitted = emitExpiry(expiry);
  const others = aliases.expiry.accept.filter((name) => Object.hasOwn(whole, name));
  return { ...Object.fromEntries(others.map((name) => [name, emitted["expires_on"]])), ...emitted };
}

function isInstant(milliseconds: number): boolean {
  return !Number.isNaN(new Date(milliseconds).getTime());
}
