import type { TSchema } from "typebox";
import {
  type SynchronizerEndpointFacts,
  type SynchronizerEndpointName,
  synchronizerEndpointFacts,
} from "../vocabulary/synchronizer-endpoint-facts.js";
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

/** One endpoint of the synchronizer's contract, with the schemas of its messages. */
export interface SynchronizerEndpoint extends SynchronizerEndpointFacts {
  /** JSON body of its request; absent if the third party defines the body. */
  readonly request?: TSchema;
  /** JSON body of a successful response; absent if it has no members or is a file. */
  readonly response?: TSchema;
}

/**
 * Every endpoint of the third generation of the interface.
 *
 * @see The synchronizer contract, the sections of the same names
 */
export const synchronizerEndpoints = {
  config: {
    ...synchronizerEndpointFacts.config,
    request: synchronizerConfigRequest,
    response: synchronizerConfigResponse,
  },
  schema: {
    ...synchronizerEndpointFacts.schema,
    request: synchronizerSchemaRequest,
    response: synchronizerSchemaResponse,
  },
  data: {
    ...synchronizerEndpointFacts.data,
    request: synchronizerDataRequest,
    response: synchronizerDataResponse,
  },
  datalist: {
    ...synchronizerEndpointFacts.datalist,
    request: synchronizerDatalistRequest,
    response: synchronizerDatalistResponse,
  },
  validateFilter: { ...synchronizerEndpointFacts.validateFilter, request: synchronizerFilterRequest },
  resource: { ...synchronizerEndpointFacts.resource, request: synchronizerResourceRequest },
  setWebhook: {
    ...synchronizerEndpointFacts.setWebhook,
    request: synchronizerWebhookRequest,
    response: synchronizerWebhookResponse,
  },
  deleteWebhook: { ...synchronizerEndpointFacts.deleteWebhook, request: synchronizerWebhookDeletion },
  verifyEvent: {
    ...synchronizerEndpointFacts.verifyEvent,
    request: synchronizerEventRequest,
    response: synchronizerVerifyResponse,
  },
  preProcessEvent: { ...synchronizerEndpointFacts.preProcessEvent, response: synchronizerPreProcessResponse },
  transformEvent: {
    ...synchronizerEndpointFacts.transformEvent,
    request: synchronizerTransformRequest,
    response: synchronizerTransformResponse,
  },
  executeAction: { ...synchronizerEndpointFacts.executeAction, request: actionRequest },
} as const satisfies Readonly<Record<SynchronizerEndpointName, SynchronizerEndpoint>>;
