import { OAuth2Flow, type RefreshContext } from "@wellhead/runtime";
import type { AnyAccount } from "@wellhead/sdk";
import type { RequestScope } from "../scope/request-scope.js";
import type { RequestAccount } from "./request-account.js";
import { revealMembers } from "./reveal-members.js";

/** Milliseconds during which an account that was refreshed in the same request is not renewed again. */
const rest = 60_000;

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
export async function refreshAccount(account: RequestAccount, scope: RequestScope): Promise<void> {
  const { kind, members } = account;
  if (kind.oauth2 === undefined) return;
  const flow = new OAuth2Flow(kind.oauth2);
  const changed = await scope.control.call({ action: "Renew sign-in" }, () =>
    flow.refresh(members, refreshContext(account, scope)),
  );
  if (changed !== undefined) account.update(members, changed, scope);
}

/**
 * Renews an account whose access token the upstream refused during a request, whatever its expiry says.
 *
 * It does the same refresh as POST /validate and uses the same journal. Only the response of /validate, or the response
 * that finishes a sign-in, can deliver the new tokens to the platform. After any other request they stay in the journal
 * until the next /validate with the account the platform has stored returns them.
 *
 * @param account - The account; it has the new tokens afterwards
 * @param stale - The value of the account that was refused
 * @param scope - The request
 * @returns The value with the new tokens; `undefined` when its kind cannot be renewed, or when this request refreshed it
 * less than a minute ago
 * @throws ConnectorError as `OAuth2Flow.renew` does
 * @see The connector contract, POST /validate
 */
export async function renewAccount(
  account: RequestAccount,
  stale: AnyAccount,
  scope: RequestScope,
): Promise<AnyAccount | undefined> {
  const { kind, refreshedAt } = account;
  // If the upstream refuses tokens that were just issued, expiry is not the reason, so another refresh would not help.
  if (kind.oauth2 === undefined || scope.service.now().getTime() - refreshedAt < rest) return undefined;
  const { kind: _id, ...values } = stale;
  const members = revealMembers(values);
  const flow = new OAuth2Flow(kind.oauth2);
  const changed = await flow.renew(members, { ...refreshContext(account, scope), undelivered: true });
  if (changed === undefined) return undefined;
  account.update(members, changed, scope);
  scope.log.info("Renewed the sign-in, because the upstream refused the access token");
  return account.value;
}

function refreshContext(account: RequestAccount, scope: RequestScope): RefreshContext {
  const { accounts, now } = scope.service;
  return {
    connector: scope.served.connector.id,
    environment: accounts.environment,
    coordinator: accounts.coordinator,
    count: (outcome) => {
      // Tokens replayed from the journal may have been there for hours, so they do not count as new.
      if (outcome !== "replayed") account.refreshedAt = now().getTime();
      scope.countRefresh(outcome);
    },
  };
}
