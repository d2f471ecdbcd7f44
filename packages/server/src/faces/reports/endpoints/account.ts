import { acceptExpiry, aliases, emitExpiry } from "@wellhead/contract/vocabulary";
import type { AccountMembers } from "@wellhead/runtime";
import { ConnectorError, type Fields, isConnectorError } from "@wellhead/sdk";
import { askZone, offsetOf } from "../../../request/account/account-zone.js";
import { identifyAccount, identifyRefreshed } from "../../../request/account/identify-account.js";
import {
  openAccount,
  type RequestAccount,
  readAccount,
  refreshIfDue,
} from "../../../request/account/request-account.js";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import { type GivenAccount, revealMembers } from "../../../wire/account-members.js";
import { givenAccount } from "../../members/given-account.js";
import type { ValidateRequest } from "../wire/requests.js";

/**
 * Handles POST /validate: refreshes the tokens of an account if they are due, checks the account and names it.
 *
 * @param request - The account
 * @param scope - The request
 * @returns The whole account for the platform to store: every member of the request, with the new and changed members
 * merged in, and the name
 * @throws ConnectorError `account_invalid` when the account does not work, and what `openAccount` throws
 * @see The connector contract, POST /validate
 */
export async function validate(request: ValidateRequest, scope: RequestScope): Promise<Answer> {
  const account = openAccount(request.account, scope);
  // Most kinds have nothing to refresh, so nothing is awaited for them.
  if (account.kind.oauth2 !== undefined) await refreshIfDue(account, scope);
  const identify = account.changed === undefined ? identifyAccount : identifyRefreshed;
  const identity = await identify(account, scope);
  const changed = [identity.members, account.changed];
  const { given } = request;
  return jsonAnswer(storedAccount({ form: account.kind.fields, given, changed, name: identity.name }));
}

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

/** An account that a sign-in has just created. */
export interface FinishedAccount {
  /** Id of its kind. */
  readonly kind: string;
  readonly members: AccountMembers;
  /** Called with the current members if no platform will ever receive them. Default: nothing is done. */
  readonly discard?: (members: AccountMembers) => Promise<void>;
}

/**
 * Checks and names the account that a sign-in has just created, and builds the response with it.
 *
 * @param finished - The account
 * @param scope - The request
 * @returns The response with the account
 * @throws ConnectorError `account_invalid` when the account does not work
 * @see The connector contract, "OAuth 1" and "OAuth 2"
 */
export async function finishedAccount(
  { kind, members, discard }: FinishedAccount,
  scope: RequestScope,
): Promise<Answer> {
  let account: RequestAccount | undefined;
  try {
    account = readAccount(givenAccount(members, kind), scope);
    const { name, members: added } = await identifyAccount(account, scope);
    const changed = [added, account.changed];
    return jsonAnswer(storedAccount({ form: account.kind.fields, given: members, changed, name }));
  } catch (error) {
    await discard?.({ ...members, ...account?.changed });
    throw startAgain(error);
  }
}

/** Rewords a failure after which the same request could succeed later: the provider has used up the code of a sign-in. */
function startAgain(error: unknown): unknown {
  if (!isConnectorError(error) || !error.retryable) return error;
  const message = `${error.message.replace(/\s*Try again[^.]*\.$/, "")} Start the sign-in again.`;
  const { retryAfter, cause } = error;
  return new ConnectorError(error.code, message, { ...(retryAfter !== undefined && { retryAfter }), cause });
}

/**
 * Handles POST /timezone: returns the current offset of an account from UTC.
 *
 * @param account - The account
 * @param scope - The request's scope
 * @returns `{ timeZone: "+05:00" }`
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function timezone(account: GivenAccount, scope: RequestScope): Promise<Answer> {
  const zone = await askZone(openAccount(account, scope), scope);
  return jsonAnswer({ timeZone: offsetOf(zone ?? "UTC", scope.service.now()) });
}
