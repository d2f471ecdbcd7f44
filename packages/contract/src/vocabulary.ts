// The vocabulary of the contract without the schemas of its messages. Most processes need only this, and the library of
// the schemas takes longer to load than everything else in such a process.
export { type ErrorCode, type ErrorCodeFacts, errorCodes } from "./errors/error-codes.js";
export { accountKindIdPattern, oauthFieldId, reservedAccountKinds } from "./vocabulary/account-kinds.js";
export {
  type Alias,
  acceptAlias,
  acceptExpiry,
  acceptValues,
  aliases,
  emitAlias,
  emitExpiry,
  emitLabel,
  emitOption,
  emitStaticOptions,
  type Option,
} from "./vocabulary/aliases.js";
export {
  type ArrowField,
  type ArrowTimeUnit,
  type ArrowType,
  arrowMetadata,
} from "./vocabulary/arrow-types.js";
export {
  type DataFormat,
  dataMediaTypes,
  endedLinesMark,
  streamErrorKey,
} from "./vocabulary/data-formats.js";
export { type EndpointFacts, type EndpointName, endpointFacts } from "./vocabulary/endpoint-facts.js";
export {
  type EntityFieldType,
  type EntitySubType,
  entityFieldTypes,
  entitySubTypes,
  type SyncAction,
  syncActionKey,
} from "./vocabulary/entities.js";
export {
  type ColumnType,
  columnTypes,
  type FieldType,
  type FieldTypeFacts,
  fieldTypes,
} from "./vocabulary/field-types.js";
export {
  type SynchronizerEndpointFacts,
  type SynchronizerEndpointName,
  synchronizerEndpointFacts,
} from "./vocabulary/synchronizer-endpoint-facts.js";
