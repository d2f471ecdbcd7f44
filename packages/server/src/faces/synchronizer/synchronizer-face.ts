import {
  type SynchronizerEndpointFacts,
  type SynchronizerEndpointName,
  synchronizerEndpointFacts,
} from "@wellhead/contract/vocabulary";
import type { Connector } from "@wellhead/sdk";
import type { ErrorFacts } from "../../request/answer.js";
import { type Endpoint, type Face, parsed } from "../../request/faces.js";
import { data } from "./endpoints/data.js";
import { preProcessEvent, transformEvent, verifyEvent } from "./endpoints/events.js";
import { executeAction } from "./endpoints/execute-action.js";
import { resource } from "./endpoints/resource.js";
import { config, datalist, schema, validateFilter } from "./endpoints/types.js";
import { deleteWebhook, isRegistered, setWebhook } from "./endpoints/webhooks.js";
import {
  parseActionRequest,
  parseFileRequest,
  parseFilterOptionsRequest,
  parsePageRequest,
  parseTypesRequest,
} from "./requests/requests.js";
import { parseWebhookRequest, rawEvent, readEvent, readWebhook } from "./requests/webhook-requests.js";

const handlers = {
  config: parsed(parseTypesRequest, (_request, scope) => config(scope)),
  schema: parsed(parseTypesRequest, schema),
  data: parsed(parsePageRequest, data),
  datalist: parsed(parseFilterOptionsRequest, datalist),
  validateFilter: parsed(parseTypesRequest, validateFilter),
  resource: parsed(parseFileRequest, resource),
  setWebhook: parsed(parseWebhookRequest, setWebhook),
  deleteWebhook: (received, scope) => {
    const { account } = parseTypesRequest(received);
    return deleteWebhook({ account, webhook: readWebhook(received.body) }, scope);
  },
  verifyEvent: (received, scope) => verifyEvent(readEvent(received, scope.service.limits), scope),
  preProcessEvent: (received, scope) => preProcessEvent(rawEvent(received, scope.service.limits), scope),
  transformEvent: (received, scope) => {
    const event = readEvent(received, scope.service.limits);
    return transformEvent({ ...parseTypesRequest(received), event }, scope);
  },
  executeAction: parsed(parseActionRequest, executeAction),
} as const satisfies Readonly<Record<SynchronizerEndpointName, Endpoint["handle"]>>;

/**
 * The wire format of the generation that synchronizes rows page by page.
 *
 * @see The synchronizer contract
 */
export const synchronizerFace: Face = {
  prefix: "/api/v1",
  endpoints: Object.entries(handlers).map(([name, handle]): Endpoint => {
    // The name is a key of the handlers, which the type of `entries` does not say.
    const known = name as keyof typeof handlers;
    const { method, path } = synchronizerEndpointFacts[known];
    return {
      name: `synchronizer.${name}`,
      method,
      path,
      streamsRows: known === "resource",
      readsBytes: known === "preProcessEvent",
      isOfferedBy: (connector) => offers(connector, known),
      handle,
    };
  }),
  accountOf: (_endpoint, received) => parseTypesRequest(received).account,
  errorBody,
};

/** Whether a source opens files is known once the sources are, so the endpoint itself refuses. */
function offers({ actions, webhooks }: Connector, name: SynchronizerEndpointName): boolean {
  if (name === "verifyEvent") return isRegistered(webhooks);
  if (name === "preProcessEvent") return webhooks?.setup === "manual";
  const { offered }: SynchronizerEndpointFacts = synchronizerEndpointFacts[name];
  if (offered === "webhooks") return webhooks !== undefined;
  return offered !== "actions" || Object.keys(actions ?? {}).length > 0;
}

function errorBody({ message, code, status, field, retryAfter, requestId }: ErrorFacts): object {
  return {
    message,
    ...(retryAfter !== undefined && { tryLater: true }),
    code,
    status,
    ...(field !== undefined && { field }),
    requestId,
  };
}
