export {
  type EntityFieldType,
  type EntitySubType,
  entityFieldTypes,
  entitySubTypes,
  type SyncAction,
  syncActionKey,
} from "../vocabulary/entities.js";
export {
  type SynchronizerEndpointFacts,
  type SynchronizerEndpointName,
  synchronizerEndpointFacts,
} from "../vocabulary/synchronizer-endpoint-facts.js";
export { type ActionDescription, type ActionRequest, actionDescription, actionRequest } from "./action.js";
export {
  type SynchronizedType,
  type SynchronizerConfigRequest,
  type SynchronizerConfigResponse,
  synchronizedType,
  synchronizerConfigRequest,
  synchronizerConfigResponse,
} from "./config.js";
export {
  type NextPageConfig,
  nextPageConfig,
  type SynchronizerDataRequest,
  type SynchronizerDataResponse,
  synchronizerDataRequest,
  synchronizerDataResponse,
} from "./data.js";
export {
  type SynchronizerDatalistRequest,
  type SynchronizerDatalistResponse,
  synchronizerDatalistRequest,
  synchronizerDatalistResponse,
} from "./datalist.js";
export { type SynchronizerEndpoint, synchronizerEndpoints } from "./endpoints.js";
export {
  type EntityColumn,
  type EntityField,
  type EntityFormat,
  type EntityOption,
  type EntityRelation,
  entityColumn,
  entityField,
  entityFormat,
  entityOption,
  entityRelation,
} from "./entity-field.js";
export { type SynchronizerResourceRequest, synchronizerResourceRequest } from "./resource.js";
export {
  type SynchronizerSchemaRequest,
  type SynchronizerSchemaResponse,
  synchronizerSchemaRequest,
  synchronizerSchemaResponse,
} from "./schema.js";
export { type SynchronizerFilterRequest, synchronizerFilterRequest } from "./validate-filter.js";
export {
  type SynchronizerEventRequest,
  type SynchronizerTransformRequest,
  type SynchronizerWebhookDeletion,
  type SynchronizerWebhookRequest,
  type SynchronizerWebhookResponse,
  synchronizerEventRequest,
  synchronizerPreProcessResponse,
  synchronizerTransformRequest,
  synchronizerTransformResponse,
  synchronizerVerifyResponse,
  synchronizerWebhookDeletion,
  synchronizerWebhookRequest,
  synchronizerWebhookResponse,
} from "./webhooks.js";
