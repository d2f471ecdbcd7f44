export type { Account } from "./account/account.js";
export type { AccountOptions, CallOptions } from "./account/account-options.js";
export type {
  FinishSignInOptions,
  OAuthEndpoints,
  OAuthVersion,
  SignIn,
  StartSignInOptions,
} from "./account/oauth.js";
export type { ArrowBatch, ArrowReading } from "./arrow/arrow-reading.js";
export { refusesArrow } from "./arrow/refuses-arrow.js";
export { Connector } from "./connector.js";
export type {
  ConnectorOptions,
  FieldOptionsOptions,
  Logo,
  RowsOptions,
  SourceOptions,
} from "./connector-options.js";
export type { AccountKind, Application, Column, Field, Option, Source } from "./describe/application.js";
export { readApplication } from "./describe/read-application.js";
export { connectorAddress, isLoopback, joinAddress } from "./http/connector-address.js";
export {
  ConnectorError,
  type ConnectorErrorCode,
  type ConnectorErrorDetails,
} from "./http/connector-error.js";
export type { ExchangeListener, ExchangeObserver, ObservedRequest } from "./http/exchange-observer.js";
export type { PlainRequest } from "./http/plain-request.js";
export type { Answer } from "./http/send.js";
export {
  ExactNumber,
  type ExactRow,
  type ExactValue,
  parseExactJson,
  replaceNumbers,
  survivesDouble,
  writeExactJson,
} from "./json/exact-json.js";
export { checkRow } from "./rows/check-row.js";
export type { RowFormat } from "./rows/detect-format.js";
export { type IncompleteEnding, IncompleteRowsError } from "./rows/incomplete-rows-error.js";
export type { RowBatch } from "./rows/row-batch.js";
export type { CountPlainRows, RowLines, RowReading, Verdict } from "./rows/row-reading.js";
export type { EntityPage, PagesState } from "./synchronizer/entity-page.js";
export {
  type EntityColumn,
  type EntityField,
  type EntityRelation,
  type EntitySchema,
  isExact,
} from "./synchronizer/entity-schema.js";
export type {
  EntityOptions,
  EntityOptionsOptions,
  PagesOptions,
  ResourceOptions,
  Synchronizer,
} from "./synchronizer/synchronizer.js";
export type { EntityType, SynchronizerConfig } from "./synchronizer/synchronizer-config.js";
