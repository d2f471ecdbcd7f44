import { syncActionKey } from "@wellhead/contract/vocabulary";
import { ConnectorError, inputInvalid, type ReceivedEvent, type SourceChanges } from "@wellhead/sdk";
import { authorContext } from "../../../request/account/author-context.js";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import { openFound, requestedSource } from "../../../request/source/open-source.js";
import { isJsonObject } from "../../../wire/parse-body.js";
import { readType } from "../describe/entity-type.js";
import { fileAddresses } from "../files/file-address.js";
import { EntityWriter } from "../pages/entity-writer.js";
import type { EventRequest } from "../requests/webhook-requests.js";
import { ownFilter } from "./types.js";
import { openSubject, signingSecrets, type WebhookSubject, webhooksOf } from "./webhooks.js";

/**
 * Handles POST webhooks/verify: checks the signature of an event and finds its webhook.
 *
 * @param event - The event
 * @param scope - The request's scope
 * @returns The id of the webhook
 * @throws ConnectorError `invalid_field` when the event is not genuine
 * @see The synchronizer contract, POST webhooks/verify
 */
export async function verifyEvent(event: ReceivedEvent, scope: RequestScope): Promise<Answer> {
  const id = await verified(event, scope);
  return jsonAnswer({
    id: typeof id === "string" && id !== "" ? id : wrongResult("verify", "the id of a webhook"),
  });
}

/**
 * Handles POST webhooks/pre-process: checks an event as the upstream sent it, and answers it.
 *
 * @param event - The event
 * @param scope - The request's scope
 * @returns The answer to the upstream, and the tenants that the event is about
 * @throws ConnectorError `invalid_field` when the event is not genuine
 * @see The synchronizer contract, POST webhooks/pre-process
 */
export async function preProcessEvent(event: ReceivedEvent, scope: RequestScope): Promise<Answer> {
  const found = await verified(event, scope);
  if (!isJsonObject(found) || !Array.isArray(found["workspaceIds"])) wrongResult("verify", "workspaceIds");
  const { workspaceIds, reply = {} } = found;
  return jsonAnswer({ reply, workspaceIds });
}

async function verified(event: ReceivedEvent, scope: RequestScope): Promise<unknown> {
  const webhooks = webhooksOf(scope);
  const context = { ...event, signingSecrets: (name: string) => signingSecrets(scope, name) };
  const found = await scope.control.call({ action: "verify the event" }, () => webhooks.verify(context));
  if (found !== undefined) return found;
  throw inputInvalid("Could not verify the event: its signature is missing or not valid.", {
    field: "payload",
  });
}

function wrongResult(callback: string, expected: string): never {
  throw new ConnectorError(
    "internal",
    `Could not read the event: expected "${callback}" of the connector to return ${expected}, got another value.`,
  );
}

/**
 * Handles POST webhooks/transform: turns an event into changes of entities.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns Entities by type, each to be set or removed
 * @throws ConnectorError naming what is missing or invalid, and whatever the connector throws
 * @see The synchronizer contract, POST webhooks/transform
 */
export async function transformEvent(
  { event, ...request }: EventRequest,
  scope: RequestScope,
): Promise<Answer> {
  const webhooks = webhooksOf(scope);
  const subject = await openSubject(request, scope);
  const { account, types, filter } = subject;
  const more = { ...event, types, filter };
  const changes: unknown = await scope.control.call({ action: "read the event" }, () =>
    webhooks.transform(authorContext(scope, account, { more })),
  );
  if (!isJsonObject(changes)) wrongResult("transform", "changes by source");
  const data: [string, readonly object[]][] = [];
  for (const [id, change] of Object.entries(changes)) {
    const { source } = await requestedSource({ id, member: "types" }, scope, "required").catch(() =>
      wrongResult("transform", `changes of known sources only`),
    );
    if (!types.includes(id)) continue;
    if (!isJsonObject(change)) wrongResult("transform", "{changed, deleted} for each source");
    const entities = await entitiesOf({ id, source }, change, { subject, filter: request.filter, scope });
    if (entities.length > 0) data.push([id, entities]);
  }
  // `fromEntries` defines own properties, so that a type named `__proto__` cannot set the prototype.
  return jsonAnswer({ data: Object.fromEntries(data) });
}

interface EntityFacts extends Pick<EventRequest, "filter"> {
  readonly subject: WebhookSubject;
  readonly scope: RequestScope;
}

async function entitiesOf(
  found: Parameters<typeof ownFilter>[0],
  { changed = [], deleted = [] }: SourceChanges,
  { subject, filter, scope }: EntityFacts,
): Promise<readonly object[]> {
  const open = await openFound(found, { account: subject.account, filter: ownFilter(found, filter) }, scope);
  const writer = new EntityWriter(found.id, await readType(open, scope), {
    addressOf: await fileAddresses(open, scope),
  });
  return [
    ...changed.map((row) => ({ ...writer.write(row), [syncActionKey]: "SET" })),
    ...deleted.map((key) => writer.remove(key)),
  ];
}
