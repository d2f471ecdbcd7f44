import type { AnyAccount, RefreshContext } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import { readAccount } from "../account/read-account.js";
import { revealMembers } from "../account/reveal-members.js";
import { secretTexts } from "../account/secret-texts.js";
import type { EndpointContext } from "./endpoint-context.js";

/** Milliseconds in which an account that was refreshed in the same request is not renewed again. */
const rest = 60_000;

/**
 * Renews an account whose access token the upstream refused in the middle of a request, whatever its expiry says.
 *
 * It is the refresh of POST /validate, presented to the same journal. Only an answer of /validate, or one that
 * finishes a sign-in, can hand the new tokens to the platform; after any other request they wait in the journal, and
 * the next /validate with the account as the platform has it answers them.
 *
 * @param stale - The account as it was refused
 * @param context - Context of the request; remembers what changed
 * @returns The account with its new tokens; `undefined` when its kind cannot be renewed, or it was a moment ago
 * @throws ConnectorError as `OAuth2Flow.renew` does
 * @see The connector contract, POST /validate
 */
export async function renewAccount(
  stale: AnyAccount,
  context: EndpointContext,
): Promise<AnyAccount | undefined> {
  const { served, log, now } = context;
  // Credentials of this very moment that are refused are not refused for their age.
  if (now().getTime() - (context.refreshedAt ?? 0) < rest) return undefined;
  const { kind: id, ...values } = stale;
  const { kind } = findAccountKind(served.connector, {}, id);
  const members = revealMembers(values);
  const changed = await kind.oauth2?.renew(members, { ...refreshContext(context), undelivered: true });
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
 * Makes what refreshing an account needs.
 *
 * @param context - Context of the request
 * @returns Connector, deployment, coordinator, and what counts
 */
export function refreshContext(context: EndpointContext): RefreshContext {
  const { accounts, served, countRefresh, now } = context;
  return {
    connector: served.connector.id,
    environment: accounts.environment,
    coordinator: accounts.coordinator,
    count: (outcome) => {
      // What the journal held may have been there for hours.
      if (outcome !== "replayed") context.refreshedAt = now().getTime();
      countRefresh(outcome);
    },
  };
}
