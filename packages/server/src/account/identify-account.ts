import { ConnectorError, type Identity, isConnectorError } from "@wellhead/sdk";
import type { RequestScope } from "../scope/request-scope.js";
import { authorContext } from "./author-context.js";
import { checkName } from "./check-name.js";
import type { RequestAccount } from "./request-account.js";
import { openTexts } from "./secret-texts.js";

/**
 * Lets the connector check an account and name it.
 *
 * @param account - The account
 * @param scope - The request
 * @returns The name, which contains no part of a secret, and the members to store
 * @throws ConnectorError `account_invalid` when the account does not work
 * @see The connector contract, POST /validate
 */
export async function identifyAccount(account: RequestAccount, scope: RequestScope): Promise<Identity> {
  const { connector } = scope.served;
  const identity: unknown =
    connector.identify === undefined
      ? { name: account.kind.name }
      : await scope.control.call({ action: "Check account" }, () =>
          connector.identify?.(authorContext(scope, account)),
        );
  if (!isIdentity(identity))
    throw new ConnectorError("internal", "Check account: the connector gave no name for it, wanted one");
  checkName(identity.name, {
    secrets: scope.log.secrets(),
    open: () => openTexts(account.kind.fields, account.members),
  });
  return identity;
}

function isIdentity(value: unknown): value is Identity {
  if (typeof value !== "object" || value === null || !("name" in value)) return false;
  return typeof value.name === "string" && value.name.trim() !== "";
}

/**
 * Lets the connector check and name an account whose tokens have just been refreshed.
 *
 * The old tokens may be invalid now, so the platform must receive the new ones. They are withheld only when the
 * connector reports that the account itself does not work. After any other failure the account is returned under its
 * previous name.
 *
 * @param account - The account with its new tokens
 * @param scope - The request
 * @returns The name and the members to store
 * @throws ConnectorError when the account does not work
 */
export async function identifyRefreshed(account: RequestAccount, scope: RequestScope): Promise<Identity> {
  try {
    return await identifyAccount(account, scope);
  } catch (error) {
    if (isConnectorError(error) && error.status === 401) throw error;
    scope.log.failed(
      "Could not check the account after its refresh; its new tokens are answered all the same",
      error,
      "warn",
    );
    return { name: account.name ?? account.kind.name };
  }
}
