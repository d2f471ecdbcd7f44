import { acceptExpiry, aliases, emitExpiry } from "@wellhead/contract";
import type { AccountMembers } from "@wellhead/runtime";
import type { Fields } from "@wellhead/sdk";
import { revealMembers } from "../../../request/reveal-members.js";

/** An account that was just checked. */
export interface CheckedAccount {
  /** Fields of the account's kind. */
  readonly form: Fields;
  /** Members as the caller sent them, its own secrets included. */
  readonly given: AccountMembers;
  /** New or changed members; later entries override earlier ones. Secrets may be wrapped. */
  readonly changed: readonly (AccountMembers | undefined)[];
  /** Display name. */
  readonly name: string;
}

/**
 * Builds the whole account for the platform to store. The platform may merge it into the stored account or replace the
 * stored account with it; the result is the same.
 *
 * An expiry is written under both emitted names, and under every other name the request used for it, so that no name
 * keeps a stale expiry.
 *
 * @param account - Members given and changed, and the name
 * @returns The account with its secrets in plain text; use it only in the response
 * @see The connector contract, POST /validate
 */
export function storedAccount({ form, given, changed, name }: CheckedAccount): Record<string, unknown> {
  const whole = revealMembers(
    changed.reduce<AccountMembers>((members, part) => ({ ...members, ...part }), given),
  );
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
