import { OAuth2Flow } from "@wellhead/runtime";
import { type AnyAccount, accountKey, Secret } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { EndpointContext } from "./endpoint-context.js";
import { oauthContext } from "./oauth-context.js";

/**
 * Derives the key of an account in the store that replicas share, using the secret of the deployment.
 *
 * @param account - The account
 * @param context - Context of the request
 * @returns The key; it stays the same for an account, even after a refresh, and reveals nothing to readers of the store
 */
export async function nameAccount(account: AnyAccount, context: EndpointContext): Promise<string> {
  const { served, accounts } = context;
  const { kind } = findAccountKind(served.connector, {}, account.kind);
  const { access_token: token } = account;
  if (kind.oauth2 !== undefined && token instanceof Secret) {
    return await new OAuth2Flow(kind.oauth2).nameAccount(token.reveal(), oauthContext(context));
  }
  const { secret } = accounts.environment;
  const digest = (text: string): string => secret.derive("account", text);
  return accountKey({ connector: served.connector.id, account, form: kind.fields, digest });
}
