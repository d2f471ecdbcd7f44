import {
  ConnectorError,
  isMissing,
  type RegisteredWebhooks,
  type Webhook,
  type Webhooks,
} from "@wellhead/sdk";
import { authorContext } from "../../../request/account/author-context.js";
import { openAccount } from "../../../request/account/request-account.js";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import { checkFilter, openFound } from "../../../request/source/open-source.js";
import { isJsonObject } from "../../../wire/parse-body.js";
import { stableJson } from "../../../wire/stable-json.js";
import type { TypesRequest } from "../requests/requests.js";
import type { WebhookRequest } from "../requests/webhook-requests.js";
import { ownFilter, requestedTypes } from "./types.js";

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
  const settings = settingsOf(request, types, scope);
  const answer = (webhook: unknown) => webhookAnswer(webhook, webhooks, { types, settings });
  if (before === undefined) return answer(await subscribe());
  if (webhooks.renew !== undefined) {
    const renewed = await scope.control.call({ action: "renew the webhook" }, () =>
      webhooks.renew?.(authorContext(scope, account, { more: { ...more, webhook: before } })),
    );
    return answer(renewed);
  }
  if (before["settings"] === settings) return jsonAnswer(before);
  const made = await subscribe();
  try {
    // The old one is deleted last, so that no event is missed.
    await unsubscribe(webhooks, { webhook: before, account }, scope);
  } catch (error) {
    // After an error, the platform would not store the new webhook. The id of the old one is already lost.
    scope.log.failed("Could not delete the webhook that was replaced.", error, "warn");
  }
  return answer(made);
}

/**
 * Returns a digest of everything that a webhook was made for. It depends on the secret, so that a webhook which is signed with a
 * secret that was replaced is replaced too.
 */
function settingsOf({ filter, url }: WebhookRequest, types: readonly string[], scope: RequestScope): string {
  const { secret } = scope.service.accounts.environment;
  const facts = stableJson([types.toSorted(), filter, url]);
  return secret.derive("settings of a webhook", scope.served.connector.id, facts).slice(0, 22);
}

async function unsubscribe(
  webhooks: Webhooks,
  { webhook, account }: { readonly webhook: Webhook } & Pick<WebhookSubject, "account">,
  scope: RequestScope,
): Promise<void> {
  try {
    await scope.control.call({ action: "delete the webhook" }, () =>
      webhooks.unsubscribe?.(authorContext(scope, account, { more: { webhook } })),
    );
  } catch (error) {
    // Somebody may have deleted it in the upstream, or an earlier response was lost.
    if (!isMissing(error)) throw error;
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

interface WebhookFacts {
  readonly types: readonly string[];
  readonly settings: string;
}

function webhookAnswer(webhook: unknown, { setup }: Webhooks, facts: WebhookFacts): Answer {
  if (
    isJsonObject(webhook) &&
    isText(webhook["id"]) &&
    (setup !== "manual" || isText(webhook["workspaceId"]))
  )
    return jsonAnswer({ ...webhook, ...facts });
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
 * @returns `ok`, also when the upstream no longer has it
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
