import { accountNameOf } from "@wellhead/runtime";
import { type AnyAccount, accountKey, Secret } from "@wellhead/sdk";
import type { RequestScope } from "../scope/request-scope.js";
import type { RequestAccount } from "./request-account.js";

/**
 * Derives the key of an account in the store that replicas share, using the secret of the deployment.
 *
 * @param account - The account
 * @param value - Its current value
 * @param scope - The request
 * @returns The key; it stays the same for an account, even after a refresh, and reveals nothing to readers of the store
 */
export async function nameAccount(
  { kind }: RequestAccount,
  value: AnyAccount,
  { served, service, oauth }: RequestScope,
): Promise<string> {
  const { access_token: token } = value;
  if (kind.oauth2 !== undefined && token instanceof Secret) {
    return await accountNameOf(token.reveal(), oauth);
  }
  const { secret } = service.accounts.environment;
  const digest = (text: string): string => secret.derive("account", text);
  return accountKey({ connector: served.connector.id, account: value, form: kind.fields, digest });
}
