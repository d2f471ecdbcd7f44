import type { ReceivedEvent, Webhook } from "@wellhead/sdk";
import { inputInvalid } from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";
import type { ReceivedRequest } from "../../../request/faces.js";
import {
  type BodyLimits,
  type JsonObject,
  malformedRequest,
  memberText,
  parseJsonText,
  readId,
  readObject,
} from "../../../wire/parse-body.js";
import { parseTypesRequest, type TypesRequest } from "./requests.js";

/** A request to make or change a webhook. */
export interface WebhookRequest extends TypesRequest {
  /** The webhook to change; `undefined` means a new one. */
  readonly webhook: Webhook | undefined;
  /** Address that the upstream must call; empty when the platform sends none. */
  readonly url: string;
}

/** An event with the account whose rows it may change. */
export interface EventRequest extends TypesRequest {
  readonly event: ReceivedEvent;
}

const maxUrlLength = 2048;

/**
 * @param received - A request to make or change a webhook
 * @returns The request
 * @throws ConnectorError `malformed_request` or `invalid_field` naming the member
 */
export function parseWebhookRequest(received: ReceivedRequest): WebhookRequest {
  const { body } = received;
  const url = readId(body, "url") ?? "";
  const { protocol = "" } = parseUrl(url) ?? {};
  if (url.length > maxUrlLength || (url !== "" && !/^https?:$/.test(protocol))) {
    throw inputInvalid(
      `Could not read "url": expected a web address of at most ${maxUrlLength} characters, got another text.`,
      { field: "url" },
    );
  }
  return { ...parseTypesRequest(received), url, webhook: readWebhook(body) };
}

/**
 * @param body - Body of a request
 * @returns The webhook; `undefined` when there is none
 * @throws ConnectorError `malformed_request` when it has no id
 */
export function readWebhook(body: JsonObject): Webhook | undefined {
  const webhook = readObject(body, "webhook");
  if (webhook === undefined) return undefined;
  const id = readId(webhook, "id");
  if (id === undefined)
    throw malformedRequest(
      'Could not read "webhook": it has no "id". Send the webhook that was returned before.',
      "webhook",
    );
  return { ...webhook, id };
}

/**
 * @param received - A request with an event
 * @param limits - Limits of its payload
 * @returns The event
 * @throws ConnectorError `malformed_request` when a member has the wrong type
 */
export function readEvent({ body, request }: ReceivedRequest, limits: BodyLimits): ReceivedEvent {
  const payload = body["payload"];
  const params = Object.entries(readObject(body, "params") ?? {});
  const json = Buffer.from(request.body ?? []).toString();
  const text = typeof payload === "string" ? payload : (memberText(json, "payload") ?? "");
  return {
    body: text,
    payload: valueOf(text, limits),
    headers: Object.fromEntries(params.map(([name, value]) => [name.toLowerCase(), headerText(value)])),
  };
}

/**
 * @param request - An event as the upstream sent it
 * @param limits - Limits of its body
 * @returns The event
 */
export function rawEvent({ request }: Pick<ReceivedRequest, "request">, limits: BodyLimits): ReceivedEvent {
  const body = Buffer.from(request.body ?? []).toString();
  const query = [...new URLSearchParams(request.query)];
  const headers = Object.entries(request.headers).map(([name, value]) => [name, headerText(value)] as const);
  return {
    body,
    payload: valueOf(body, limits),
    headers: Object.fromEntries([
      ...query.map(([name, value]) => [name.toLowerCase(), value] as const),
      ...headers,
    ]),
  };
}

function headerText(value: unknown): string {
  // `String` would call a member of an object that is named `toString`.
  if (Array.isArray(value)) return value.map((one) => headerText(one)).join(",");
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/** Returns the value of JSON; the text itself if it is not JSON. */
function valueOf(text: string, limits: BodyLimits): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseJsonText(text, limits);
  } catch {
    return text;
  }
}
