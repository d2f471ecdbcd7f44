import { type AnyAccount, type Identity, isConnectorError } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { JsonObject } from "../request/json-object.js";
import type { EndpointContext } from "./endpoint-context.js";
import { identifyAccount } from "./identify-account.js";

/**
 * Lets the connector check and name an account whose tokens have just been refreshed.
 *
 * The old tokens may be invalid now, so the platform must receive the new ones. They are withheld only when the
 * connector reports that the account itself does not work. After any other failure the account is returned under its
 * previous name.
 *
 * @param account - The account with its new tokens
 * @param members - The same account as the platform sent it, with the new tokens in place of the old ones
 * @param context - Context of the request
 * @returns The name and the members to store
 * @throws ConnectorError when the account does not work
 */
export async function identifyRefreshed(
  account: AnyAccount,
  members: JsonObject,
  context: EndpointContext,
): Promise<Identity> {
  try {
    return await identifyAccount(account, members, context);
  } catch (error) {
    if (isConnectorError(error) && error.status === 401) throw error;
    context.log.failed(
      "Could not check the account after its refresh; its new tokens are answered all the same",
      error,
      "warn",
    );
    const { name } = members;
    if (typeof name === "string" && name.trim() !== "") return { name };
    return { name: findAccountKind(context.served.connector, {}, account.kind).kind.name };
  }
}
