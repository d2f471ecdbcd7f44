import { type AnyAccount, type Identity, isConnectorError } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { JsonObject } from "../request/json-object.js";
import type { EndpointContext } from "./endpoint-context.js";
import { identifyAccount } from "./identify-account.js";

/**
 * Lets the connector check and name an account whose tokens have just been refreshed.
 *
 * The old tokens may be worth nothing now, so the new ones must reach the platform. Only a connector that says that the
 * account itself does not work keeps them from it; when it cannot say, the account is answered under the name it had.
 *
 * @param account - The account with its new tokens
 * @param members - The same as it came over the wire, new tokens in place of the old
 * @param context - Context of the request
 * @returns Name and members to keep
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
