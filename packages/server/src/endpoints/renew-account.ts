import { OAuth2Flow, type RefreshContext } from "@wellhead/runtime";
import { type AnyAccount } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import { readAccount } from "../account/read-account.js";
import { revealMembers } from "../account/reveal-members.js";
import { secretTexts } from "../account/secret-texts.js";
import type { EndpointContext } from "./endpoint-context.js";

/** Milliseconds during which an account that was refreshed in the same request is not renewed again. */
const rest = 60_000;

/**
 * Renews an account whose access token the upstream refused during a request, whatever its expiry says.
 *
 * It does the same refresh as POST /validate and uses the same journal. Only the response of /validate, or the response
 * that finishes a sign-in, can deliver the new tokens to the platform. After any other request they stay in the journal
 * until the next /validate with the account the platform has stored returns them.
 *
 * @param stale - The account that was refused
 * @param context - Context of the request; the changed members are recorded in it
 * @returns The account with its new tokens; `undefined` when its kind cannot be renewed, or when this request refreshed
 * it less than a minute ago
 * @throws ConnectorError as `OAuth2Flow.renew` does
 * @see The connector contract, POST /validate
 */
export async function renewAccount(
  stale: AnyAccount,
  context: EndpointContext,
): Promise<AnyAccount | undefined> {
  const { served, log, now } = context;
  // If the upstream refuses tokens that were just issued, expiry is not the reason, so another refresh would not help.
  if (now().getTime() - (context.refreshedAt ?? 0) < rest) return undefined;
  const { kind: id, ...values } = stale;
  const { kind } = findAccountKind(served.connector, {}, id);
  const members = revealMembers(values);
  if (kind.oauth2 === undefined) return undefined;
  const flow = new OAuth2Flow(kind.oauth2);
  const changed = await flow.renew(members, { ...refreshContext(context), undelivered: true });
  if (changed === undefined) return undefined;
  for (const text of secretTexts(kind.fields, changed)) log.keepSecret(text);
  const account = readAccount(
    { ...members, ...changed },
    { connector: served.connector, id, now: now(), keepSecret: (text) => log.keepSecret(text) },
  );
  context.renewed = { account, members: { ...context.renewed?.members, ...changed } };
  log.info("Renewed the sign-in, because the upstream refused the access token");
  return account;
}

/**
 * Builds the context that refreshing an account needs.
 *
 * @param context - Context of the request
 * @returns Connector, deployment, coordinator, and the function that counts outcomes
 */
export function refreshContext(context: EndpointContext): RefreshContext {
  const { accounts, served, countRefresh, now } = context;
  return {
    connector: served.connector.id,
    environment: accounts.environment,
    coordinator: accounts.coordinator,
    count: (outcome) => {
      // Tokens replayed from the journal may have been there for hours, so they do not count as new.
      if (outcome !== "replayed") context.refreshedAt = now().getTime();
      countRefresh(outcome);
    },
  };
}
