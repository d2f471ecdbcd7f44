import type { AccountKind, AccountMembers } from "@wellhead/sdk";
import { secretTexts } from "../account/secret-texts.js";
import type { JsonObject } from "../request/json-object.js";
import type { EndpointContext } from "./endpoint-context.js";
import { refreshContext } from "./renew-account.js";

/**
 * Refreshes the tokens of an account when they are over, or nearly. Once begun the refresh goes on, even when the
 * caller leaves: its result is then there for the next request with the same account.
 *
 * @param kind - Kind of the account
 * @param members - The account as it came over the wire
 * @param context - Context of the request
 * @returns The members that changed; `undefined` when nothing had to be done
 * @throws ConnectorError `account_expired` when only the person can help
 * @see The connector contract, POST /validate
 */
export async function refreshAccount(
  kind: AccountKind,
  members: JsonObject,
  context: EndpointContext,
): Promise<AccountMembers | undefined> {
  const { oauth2 } = kind;
  if (oauth2 === undefined) return undefined;
  const { control, log } = context;
  const refreshed = await control.call({ action: "Renew sign-in" }, () =>
    oauth2.refresh(members, refreshContext(context)),
  );
  for (const text of secretTexts(kind.fields, refreshed ?? {})) log.keepSecret(text);
  return refreshed;
}
