import { type AccountMembers, OAuth2Flow } from "@wellhead/runtime";
import { type AccountKind } from "@wellhead/sdk";
import { secretTexts } from "../account/secret-texts.js";
import type { JsonObject } from "../request/json-object.js";
import type { EndpointContext } from "./endpoint-context.js";
import { refreshContext } from "./renew-account.js";

/**
 * Refreshes the tokens of an account that have expired or soon will.
 *
 * A refresh that has begun continues even if the caller disconnects. The next request with the same account then gets
 * its result.
 *
 * @param kind - Kind of the account
 * @param members - The account as the platform sent it
 * @param context - Context of the request
 * @returns The changed members; `undefined` when no refresh was due
 * @throws ConnectorError `account_expired` when the user must sign in again
 * @see The connector contract, POST /validate
 */
export async function refreshAccount(
  kind: AccountKind,
  members: JsonObject,
  context: EndpointContext,
): Promise<AccountMembers | undefined> {
  if (kind.oauth2 === undefined) return undefined;
  const flow = new OAuth2Flow(kind.oauth2);
  const { control, log } = context;
  const refreshed = await control.call({ action: "Renew sign-in" }, () =>
    flow.refresh(members, refreshContext(context)),
  );
  for (const text of secretTexts(kind.fields, refreshed ?? {})) log.keepSecret(text);
  return refreshed;
}
