export { type ErrorResponse, errorResponse } from "./errors/error-response.js";
export {
  type OpenApiDocument,
  type OpenApiDocumentOptions,
  openApiDocument,
} from "./openapi/open-api-document.js";
export {
  type Alias,
  type ArrowField,
  type ArrowTimeUnit,
  type ArrowType,
  acceptAlias,
  acceptExpiry,
  acceptValues,
  accountKindIdPattern,
  aliases,
  arrowMetadata,
  type ColumnType,
  columnTypes,
  type DataFormat,
  dataMediaTypes,
  type EndpointFacts,
  type EndpointName,
  type ErrorCode,
  type ErrorCodeFacts,
  emitAlias,
  emitExpiry,
  emitLabel,
  emitOption,
  emitStaticOptions,
  endedLinesMark,
  endpointFacts,
  errorCodes,
  type FieldType,
  type FieldTypeFacts,
  fieldTypes,
  type Option,
  oauthFieldId,
  reservedAccountKinds,
  streamErrorKey,
} from "./vocabulary.js";
export {
  type AccountKindDescription,
  type ApplicationResponse,
  accountKindDescription,
  applicationResponse,
  type SourceDescription,
  sourceDescription,
} from "./wire/application.js";
export { type Checked, check } from "./wire/check.js";
export { type ColumnDescription, columnDescription } from "./wire/column-description.js";
export {
  type DataRequest,
  type DataResponse,
  dataRequest,
  dataResponse,
} from "./wire/data.js";
export {
  type DatalistRequest,
  type DatalistResponse,
  datalistQuery,
  datalistRequest,
  datalistResponse,
  optionResponse,
} from "./wire/datalist.js";
export { type Endpoint, endpoints } from "./wire/endpoints.js";
export { type FieldDescription, fieldDescription } from "./wire/field-description.js";
export {
  type OAuth1FinishRequest,
  type OAuth1FinishResponse,
  type OAuth1StartRequest,
  type OAuth1StartResponse,
  oauth1FinishRequest,
  oauth1FinishResponse,
  oauth1StartRequest,
  oauth1StartResponse,
} from "./wire/oauth1.js";
export {
  type OAuth2FinishRequest,
  type OAuth2FinishResponse,
  type OAuth2StartRequest,
  type OAuth2StartResponse,
  oauth2FinishRequest,
  oauth2FinishResponse,
  oauth2StartRequest,
  oauth2StartResponse,
} from "./wire/oauth2.js";
export { type SchemaRequest, type SchemaResponse, schemaRequest, schemaResponse } from "./wire/schema.js";
export { type StreamErrorRecord, streamErrorRecord } from "./wire/stream-error.js";
export {
  type TimezoneRequest,
  type TimezoneResponse,
  timezoneRequest,
  timezoneResponse,
} from "./wire/timezone.js";
export {
  type ValidateRequest,
  type ValidateResponse,
  validateRequest,
  validateResponse,
} from "./wire/validate.js";
export {
  type ValidateFilterRequest,
  validateFilterRequest,
  validateFilterResponse,
} from "./wire/validate-filter.js";
