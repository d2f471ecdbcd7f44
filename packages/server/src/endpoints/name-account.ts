import { type AnyAccount, accountKey, Secret } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { EndpointContext } from "./endpoint-context.js";
import { oauthContext } from "./oauth-context.js";

/**
 * Names an account for the store that replicas share, with the secret of the deployment.
 *
 * @param account - The account
 * @param context - Context of the request
 * @returns The name: the same for the same account, after its refresh too, and of no use to who reads the store
 */
export async function nameAccount(account: AnyAccount, context: EndpointContext): Promise<string> {
  const { served, accounts } = context;
  const { kind } = findAccountKind(served.connector, {}, account.kind);
  const { access_token: token } = account;
  if (kind.oauth2 !== undefined && token instanceof Secret) {
    return await kind.oauth2.nameAccount(token.reveal(), oauthContext(context));
  }
  const { secret } = accounts.environment;
  const digest = (text: string): string => secret.derive("account", text);
  return accountKey({ connector: served.connector.id, account, form: kind.fields, digest });
}
