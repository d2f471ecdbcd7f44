import { type AnyAccount, ConnectorError, type Identity } from "@wellhead/sdk";
import { checkName } from "../account/check-name.js";
import { findAccountKind } from "../account/find-account-kind.js";
import { openTexts } from "../account/secret-texts.js";
import type { JsonObject } from "../request/json-object.js";
import { authorContext } from "./author-context.js";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Lets the connector check an account and name it.
 *
 * @param account - The account
 * @param members - The same account as the platform sent it
 * @param context - Context of the request
 * @returns The name, which contains no part of a secret, and the members to store
 * @throws ConnectorError `account_invalid` when the account does not work
 * @see The connector contract, POST /validate
 */
export async function identifyAccount(
  account: AnyAccount,
  members: JsonObject,
  context: EndpointContext,
): Promise<Identity> {
  const identity = await askIdentity(account, context);
  const { kind } = findAccountKind(context.served.connector, {}, account.kind);
  checkName(identity.name, { secrets: context.log.secrets(), open: () => openTexts(kind.fields, members) });
  return identity;
}

async function askIdentity(account: AnyAccount, context: EndpointContext): Promise<Identity> {
  const { connector } = context.served;
  if (connector.identify === undefined) {
    return { name: findAccountKind(connector, {}, account.kind).kind.name };
  }
  const identity: unknown = await context.control.call({ action: "Check account" }, () =>
    connector.identify?.(authorContext(context, account)),
  );
  if (isIdentity(identity)) return identity;
  throw new ConnectorError("internal", "Check account: the connector gave no name for it, wanted one");
}

function isIdentity(value: unknown): value is Identity {
  if (typeof value !== "object" || value === null || !("name" in value)) return false;
  return typeof value.name === "string" && value.name.trim() !== "";
}
