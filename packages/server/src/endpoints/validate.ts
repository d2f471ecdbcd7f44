import { acceptAlias, aliases } from "@wellhead/contract";
import type { AnyAccount } from "@wellhead/sdk";
import { readAccount } from "../account/read-account.js";
import { storedAccount } from "../account/stored-account.js";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import type { JsonObject } from "../request/json-object.js";
import { readId, readObject } from "../request/read-member.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { identifyAccount } from "./identify-account.js";
import { identifyRefreshed } from "./identify-refreshed.js";
import { refreshAccount } from "./refresh-account.js";
import { useAccount } from "./use-account.js";

/**
 * Handles POST /validate: refreshes the tokens of an account if they are due, checks the account and names it.
 *
 * A body without `fields` is itself the account; `id` then names its kind unless the account carries a marker.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns The whole account for the platform to store: every member of the request, with the new and changed members
 * merged in, and the name
 * @throws ConnectorError `account_invalid` when the account does not work, and what `readAccount` throws
 * @see The connector contract, POST /validate
 */
export async function validate({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { served, log, now } = context;
  const fields = readObject(body, "fields");
  const members = fields ?? withoutId(body);
  const id = fields === undefined ? kindOfFlat(body) : readId(body, "id");
  const read = (given: JsonObject): AnyAccount =>
    readAccount(given, {
      connector: served.connector,
      id,
      now: now(),
      keepSecret: (text) => log.keepSecret(text),
    });
  const account = read(members);
  const kind = useAccount(account, context);
  // Most kinds have nothing to refresh, so nothing is awaited for them.
  const refreshed = kind.oauth2 === undefined ? undefined : await refreshAccount(kind, members, context);
  const current = refreshed === undefined ? members : { ...members, ...refreshed };
  const identity =
    refreshed === undefined
      ? await identifyAccount(account, current, context)
      : await identifyRefreshed(read(current), current, context);
  const changed = [identity.members, refreshed, context.renewed?.members];
  const given = fields ?? body;
  return jsonAnswer(storedAccount({ form: kind.fields, given, changed, name: identity.name }));
}

function kindOfFlat(body: JsonObject): string | undefined {
  return acceptAlias(body, aliases.accountKind) === undefined ? readId(body, "id") : undefined;
}

/** Removes `id` from a flat account. There it names the kind and is not a member, unless a marker names the kind. */
function withoutId(body: JsonObject): JsonObject {
  if (acceptAlias(body, aliases.accountKind) !== undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "id"));
}
