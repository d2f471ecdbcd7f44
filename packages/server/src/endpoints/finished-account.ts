import type { AccountMembers } from "@wellhead/runtime";
import { findAccountKind } from "../account/find-account-kind.js";
import { readAccount } from "../account/read-account.js";
import { storedAccount } from "../account/stored-account.js";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import type { EndpointContext } from "./endpoint-context.js";
import { identifyAccount } from "./identify-account.js";

/**
 * Checks and names the account that a sign-in has just created, and builds the response with it.
 *
 * @param kind - Id of its kind
 * @param members - Its members
 * @param context - Context of the request
 * @returns The response with the account
 * @throws ConnectorError `account_invalid` when the account does not work
 * @see The connector contract, "OAuth 1" and "OAuth 2"
 */
export async function finishedAccount(
  kind: string,
  members: AccountMembers,
  context: EndpointContext,
): Promise<Answer> {
  const { served, log, now } = context;
  const account = readAccount(members, {
    connector: served.connector,
    id: kind,
    now: now(),
    keepSecret: (text) => log.keepSecret(text),
  });
  const identity = await identifyAccount(account, members, context);
  const { kind: found } = findAccountKind(served.connector, {}, kind);
  const changed = [identity.members, context.renewed?.members];
  return jsonAnswer(storedAccount({ form: found.fields, given: members, changed, name: identity.name }));
}
