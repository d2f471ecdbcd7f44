import { type RefreshContext, refreshTokens, refreshTokensIfDue } from "@wellhead/runtime";
import type { AnyAccount } from "@wellhead/sdk";
import { revealMembers } from "../request/reveal-members.js";
import type { RequestScope } from "../scope/request-scope.js";
import type { RequestAccount } from "./request-account.js";

/**
 * Refreshes the tokens of an account that have expired or soon will. The account then has the new ones.
 *
 * A refresh that has begun continues even if the caller disconnects. The next request with the same account then gets
 * its result.
 *
 * @param account - The account
 * @param scope - The request
 * @throws ConnectorError `account_expired` when the user must sign in again
 * @see The connector contract, POST /validate
 */
export async function refreshIfDue(account: RequestAccount, scope: RequestScope): Promise<void> {
  const { members } = account;
  const { oauth2 } = account.kind;
  if (oauth2 === undefined) return;
  const changed = await scope.control.call({ action: "Refresh the sign-in" }, () =>
    refreshTokensIfDue(oauth2, members, refreshContext(account, scope)),
  );
  if (changed !== undefined) account.update(members, changed, scope);
}

/**
 * Refreshes an account whose access token the upstream refused during a request, whatever its expiry says.
 *
 * It does the same refresh as POST /validate and uses the same journal. Only the response of /validate, or the response
 * that finishes a sign-in, can deliver the new tokens to the platform. After any other request they stay in the journal
 * until the next /validate with the account the platform has stored returns them.
 *
 * @param account - The account; it has the new tokens afterwards
 * @param refused - The value of the account that was refused
 * @param scope - The request
 * @returns The value with the new tokens; `undefined` when its kind cannot be refreshed
 * @throws ConnectorError as `refreshTokens` does
 * @see The connector contract, POST /validate
 */
export async function refreshRefused(
  account: RequestAccount,
  refused: AnyAccount,
  scope: RequestScope,
): Promise<AnyAccount | undefined> {
  const { oauth2 } = account.kind;
  if (oauth2 === undefined) return undefined;
  const { kind: _id, ...values } = refused;
  const members = revealMembers(values);
  const context = { ...refreshContext(account, scope), cannotDeliver: true };
  const changed = await refreshTokens(oauth2, members, context);
  if (changed === undefined) return undefined;
  account.update(members, changed, scope);
  scope.log.info("Refreshed the sign-in, because the upstream refused the access token");
  return account.value;
}

function refreshContext(account: RequestAccount, scope: RequestScope): RefreshContext {
  const { environment, coordinator } = scope.service.accounts;
  return {
    connector: scope.served.connector.id,
    environment,
    coordinator,
    count: (outcome) => {
      // Tokens replayed from the journal may have been there for hours, so they do not count as new.
      if (outcome !== "replayed") account.current.noteRefresh();
      scope.countRefresh(outcome);
    },
  };
}
