import { ConnectorError, type RegisteredWebhooks, type Webhook, type Webhooks } from "@wellhead/sdk";
import { authorContext } from "../../../account/author-context.js";
import { openAccount } from "../../../account/open-account.js";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import { isJsonObject } from "../../../request/read-member.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { checkFilter, openFound } from "../../../source/open-source.js";
import type { TypesRequest } from "../requests/requests.js";
import type { WebhookRequest } from "../requests/webhook-requests.js";
import { ownFilter, requestedTypes } from "./list-types.js";

/**
 * @param scope - The request's scope
 * @returns The webhooks of the connector
 * @throws ConnectorError `not_found` when it has none
 */
export function webhooksOf({ served }: RequestScope): Webhooks {
  const { webhooks } = served.connector;
  if (webhooks !== undefined) return webhooks;
  throw new ConnectorError("not_found", "Could not use a webhook: this connector has none.");
}

/**
 * Derives the secrets that sign events.
 *
 * @param scope - The request's scope
 * @param name - What the secret is for
 * @returns The current secret, then those that it replaced
 */
export function signingSecrets({ served, service }: RequestScope, name: string): readonly string[] {
  const { secret } = service.accounts.environment;
  return secret.all.map((one) => one.derive("webhook", served.connector.id, name));
}

/** The account, the sources and the filter that a callback of webhooks is about. */
export interface WebhookSubject {
  readonly account: ReturnType<typeof openAccount>;
  readonly types: readonly string[];
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Reads the account, the types and the filter of a request about a webhook.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns All three
 * @throws ConnectorError naming what is missing or invalid
 */
export async function openSubject(
  request: Omit<TypesRequest, "account"> & { readonly account: TypesRequest["account"] },
  scope: RequestScope,
): Promise<WebhookSubject> {
  const found = await requestedTypes(request.types, scope);
  const account = openAccount(request.account, scope);
  const values: [string, unknown][] = [];
  for (const one of found) {
    const open = await openFound(one, { account, filter: ownFilter(one, request.filter) }, scope);
    await checkFilter(open, scope);
    values.push(...Object.entries(open.filter));
  }
  return { account, types: found.map(({ id }) => id), filter: Object.fromEntries(values) };
}

/**
 * Handles POST webhooks: makes a webhook, or extends or changes the given one.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns The webhook
 * @throws ConnectorError naming what is missing or invalid, and whatever the connector throws
 * @see The synchronizer contract, POST webhooks
 */
export async function setWebhook(request: WebhookRequest, scope: RequestScope): Promise<Answer> {
  const webhooks = webhooksOf(scope);
  const { webhook: before, url } = request;
  if (webhooks.setup !== "manual" && url === "" && before === undefined)
    throw new ConnectorError("missing_field", 'Could not make a webhook: "url" is required.', {
      field: "url",
    });
  const { account, types, filter } = await openSubject(request, scope);
  const more = { types, filter, url, signingSecrets: (name: string) => signingSecrets(scope, name) };
  const action = "make the webhook";
  const subscribe = async (): Promise<Webhook> =>
    await scope.control.call({ action }, () => webhooks.subscribe(authorContext(scope, account, { more })));
  const isSame = before !== undefined && JSON.stringify(before["types"]) === JSON.stringify(types);
  if (before === undefined) return webhookAnswer(await subscribe(), webhooks, types);
  if (webhooks.renew !== undefined) {
    const renewed = await scope.control.call({ action: "renew the webhook" }, () =>
      webhooks.renew?.(authorContext(scope, account, { more: { ...more, webhook: before } })),
    );
    return webhookAnswer(renewed, webhooks, types);
  }
  if (isSame) return jsonAnswer(before);
  const made = await subscribe();
  // The old one is deleted last, so that no event is missed.
  await unsubscribe(webhooks, { webhook: before, account }, scope);
  return webhookAnswer(made, webhooks, types);
}

async function unsubscribe(
  webhooks: Webhooks,
  { webhook, account }: { readonly webhook: Webhook } & Pick<WebhookSubject, "account">,
  scope: RequestScope,
): Promise<void> {
  await scope.control.call({ action: "delete the webhook" }, () =>
    webhooks.unsubscribe?.(authorContext(scope, account, { more: { webhook } })),
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function webhookAnswer(webhook: unknown, { setup }: Webhooks, types: readonly string[]): Answer {
  if (
    isJsonObject(webhook) &&
    isText(webhook["id"]) &&
    (setup !== "manual" || isText(webhook["workspaceId"]))
  )
    return jsonAnswer({ ...webhook, types });
  const expected = setup === "manual" ? '"id" and "workspaceId"' : '"id"';
  throw new ConnectorError(
    "internal",
    `Could not make the webhook: expected the connector to return an object with ${expected} as text.`,
  );
}

/**
 * Handles DELETE webhooks: deletes a webhook.
 *
 * @param request - The account and the webhook
 * @param scope - The request's scope
 * @returns `ok`
 * @throws ConnectorError `missing_field` when no webhook is given, and whatever the connector throws
 * @see The synchronizer contract, DELETE webhooks
 */
export async function deleteWebhook(
  { account: given, webhook }: Pick<WebhookRequest, "account" | "webhook">,
  scope: RequestScope,
): Promise<Answer> {
  const webhooks = webhooksOf(scope);
  if (webhook === undefined) {
    throw new ConnectorError("missing_field", 'Could not delete the webhook: "webhook" is required.', {
      field: "webhook",
    });
  }
  await unsubscribe(webhooks, { webhook, account: openAccount(given, scope) }, scope);
  return jsonAnswer({ ok: true });
}

/**
 * @param webhooks - Webhooks of a connector; `undefined` when it has none
 * @returns Whether the connector registers them with the upstream
 */
export function isRegistered(webhooks: Webhooks | undefined): webhooks is RegisteredWebhooks {
  return webhooks !== undefined && webhooks.setup !== "manual";
}
