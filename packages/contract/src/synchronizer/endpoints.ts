import type { TSchema } from "typebox";
import { actionRequest } from "./action.js";
import { synchronizerConfigRequest, synchronizerConfigResponse } from "./config.js";
import { synchronizerDataRequest, synchronizerDataResponse } from "./data.js";
import { synchronizerDatalistRequest, synchronizerDatalistResponse } from "./datalist.js";
import { synchronizerResourceRequest } from "./resource.js";
import { synchronizerSchemaRequest, synchronizerSchemaResponse } from "./schema.js";
import { synchronizerFilterRequest } from "./validate-filter.js";
import {
  synchronizerEventRequest,
  synchronizerPreProcessResponse,
  synchronizerTransformRequest,
  synchronizerTransformResponse,
  synchronizerVerifyResponse,
  synchronizerWebhookDeletion,
  synchronizerWebhookRequest,
  synchronizerWebhookResponse,
} from "./webhooks.js";

/** One endpoint of the synchronizer's contract. */
export interface SynchronizerEndpoint {
  readonly method: "POST" | "DELETE";
  /** Path below the connector's base address. */
  readonly path: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** When a connector offers it. */
  readonly offered: "always" | "files" | "webhooks" | "actions";
  /** JSON body it reads; absent where the body is the third party's own. */
  readonly request?: TSchema;
  /** JSON body of its success; absent where it has no members or is a file. */
  readonly response?: TSchema;
}

const base = "/api/v1/synchronizer";

/**
 * Every endpoint of the third generation of the interface.
 *
 * @see The synchronizer contract, the sections of the same names
 */
export const synchronizerEndpoints = {
  config: {
    method: "POST",
    path: `${base}/config`,
    summary: "Lists the types that can be synchronized, and their filter",
    offered: "always",
    request: synchronizerConfigRequest,
    response: synchronizerConfigResponse,
  },
  schema: {
    method: "POST",
    path: `${base}/schema`,
    summary: "Describes the fields and relations of the types",
    offered: "always",
    request: synchronizerSchemaRequest,
    response: synchronizerSchemaResponse,
  },
  data: {
    method: "POST",
    path: `${base}/data`,
    summary: "Returns one page of the entities of a type",
    offered: "always",
    request: synchronizerDataRequest,
    response: synchronizerDataResponse,
  },
  datalist: {
    method: "POST",
    path: `${base}/datalist`,
    summary: "Returns the options of a filter field",
    offered: "always",
    request: synchronizerDatalistRequest,
    response: synchronizerDatalistResponse,
  },
  validateFilter: {
    method: "POST",
    path: `${base}/filter/validate`,
    summary: "Checks the values of the filter",
    offered: "always",
    request: synchronizerFilterRequest,
  },
  resource: {
    method: "POST",
    path: `${base}/resource`,
    summary: "Streams a file that an entity points to",
    offered: "files",
    request: synchronizerResourceRequest,
  },
  setWebhook: {
    method: "POST",
    path: `${base}/webhooks`,
    summary: "Creates or changes a webhook",
    offered: "webhooks",
    request: synchronizerWebhookRequest,
    response: synchronizerWebhookResponse,
  },
  deleteWebhook: {
    method: "DELETE",
    path: `${base}/webhooks`,
    summary: "Deletes a webhook",
    offered: "webhooks",
    request: synchronizerWebhookDeletion,
  },
  verifyEvent: {
    method: "POST",
    path: `${base}/webhooks/verify`,
    summary: "Checks the signature of an event and finds its webhook",
    offered: "webhooks",
    request: synchronizerEventRequest,
    response: synchronizerVerifyResponse,
  },
  preProcessEvent: {
    method: "POST",
    path: `${base}/webhooks/pre-process`,
    summary: "Checks an event as the third party sent it, and answers it",
    offered: "webhooks",
    response: synchronizerPreProcessResponse,
  },
  transformEvent: {
    method: "POST",
    path: `${base}/webhooks/transform`,
    summary: "Turns an event into changes of entities",
    offered: "webhooks",
    request: synchronizerTransformRequest,
    response: synchronizerTransformResponse,
  },
  executeAction: {
    method: "POST",
    path: "/api/v1/automations/action/execute",
    summary: "Runs an action",
    offered: "actions",
    request: actionRequest,
  },
} as const satisfies Readonly<Record<string, SynchronizerEndpoint>>;

/** Name of an endpoint of the synchronizer's contract. */
export type SynchronizerEndpointName = keyof typeof synchronizerEndpoints;
