import { acceptAlias, aliases } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { couldNotRun, notApplicable } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { accountOf, type ResolvedAccount } from "./account.js";

/**
 * Checks that an account may be validated without risk to its tokens.
 *
 * @param context - Context of the check
 * @param account - The account
 * @throws Finding in a read-only run, when validating could use up a refresh token
 */
export function mayValidate(context: CheckContext, account: ResolvedAccount): void {
  if (context.options.readOnly === true && isRefreshable(account))
    notApplicable("option readOnly", "Validating this account could refresh its token");
}

/**
 * Returns whether validating an account may use up its refresh token.
 *
 * @param account - The account
 * @returns Whether it has a refresh token or an expiry
 */
export function isRefreshable({ members }: ResolvedAccount): boolean {
  return "refresh_token" in members || acceptAlias(members, aliases.expiry) !== undefined;
}

/**
 * Validates the account that the checks use.
 *
 * @param context - Context of the check
 * @returns The account and the response
 * @throws Finding when there is no account to use
 */
export async function validated(
  context: CheckContext,
): Promise<{ readonly account: ResolvedAccount; readonly exchange: Exchange }> {
  const account = await accountOf(context);
  mayValidate(context, account);
  const exchange = await context.post("/validate", { id: account.kind.id, fields: account.members });
  return { account, exchange };
}

/**
 * Validates the account that the checks use, for a check of the response.
 *
 * @param context - Context of the check
 * @returns The account and the response
 * @throws Finding when there is no account to use, or it is not accepted
 */
export async function accepted(context: CheckContext): ReturnType<typeof validated> {
  const result = await validated(context);
  const { status } = result.exchange;
  if (status >= 300) couldNotRun(`POST /validate returns ${status} to the account that was given`);
  return result;
}

/**
 * Finds an account that may be validated.
 *
 * @param context - Context of the check
 * @returns The account that the checks use
 * @throws Finding when there is none, or a read-only run forbids it
 */
export async function validatable(context: CheckContext): Promise<ResolvedAccount> {
  const account = await accountOf(context);
  mayValidate(context, account);
  return account;
}

/**
 * Describes the members of an account that a response changed, by their lengths, because they may be secrets.
 *
 * @param before - Members that were sent
 * @param after - The same members with the response merged into them
 * @returns Names and lengths; an empty text if all are the same
 */
export function changedMembers(before: JsonObject, after: JsonObject): string {
  const changed = Object.keys(before).filter((name) => !deepEqual(before[name], after[name]));
  return changed.map((name) => `"${name}" from ${sizeOf(before[name])} to ${sizeOf(after[name])}`).join(", ");
}

function sizeOf(value: unknown): string {
  return typeof value === "string"
    ? `${value.length} characters`
    : (JSON.stringify(value) ?? "nothing").slice(0, 4);
}
