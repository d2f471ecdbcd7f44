import { acceptAlias, aliases } from "@wellhead/contract";
import { type AnyAccount, ConnectorError, type Identity } from "@wellhead/sdk";
import { checkName } from "../account/check-name.js";
import { findAccountKind } from "../account/find-account-kind.js";
import { readAccount } from "../account/read-account.js";
import { revealMembers } from "../account/reveal-members.js";
import { openTexts } from "../account/secret-texts.js";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import type { JsonObject } from "../request/json-object.js";
import { readId, readObject } from "../request/read-member.js";
import { authorContext, type EndpointContext, type EndpointInput } from "./endpoint-context.js";

/**
 * POST /validate: checks an account and names it.
 *
 * A body without `fields` is itself the account; `id` then names its kind unless the account carries a marker.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns The name, and every member the connector adds to the account
 * @throws ConnectorError `account_invalid` when the account does not work, and what `readAccount` throws
 * @see The connector contract, POST /validate
 */
export async function validate({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { served, log, now } = context;
  const fields = readObject(body, "fields");
  const members = fields ?? withoutId(body);
  const id = fields === undefined ? kindOfFlat(body) : readId(body, "id");
  const account = readAccount(members, {
    connector: served.connector,
    id,
    now: now(),
    keepSecret: (text) => log.keepSecret(text),
  });
  const identity = await identify(account, context);
  const { kind } = findAccountKind(served.connector, {}, account.kind);
  const name = checkName(identity.name, { secrets: log.secrets(), open: openTexts(kind.fields, members) });
  return jsonAnswer({ ...revealMembers(identity.members ?? {}), name });
}

function kindOfFlat(body: JsonObject): string | undefined {
  return acceptAlias(body, aliases.accountKind) === undefined ? readId(body, "id") : undefined;
}

/** In a flat account `id` is the kind and no member, unless a marker says what the kind is. */
function withoutId(body: JsonObject): JsonObject {
  if (acceptAlias(body, aliases.accountKind) !== undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "id"));
}

async function identify(account: AnyAccount, context: EndpointContext): Promise<Identity> {
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
