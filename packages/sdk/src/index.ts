export { didYouMean } from "@wellhead/contract/names";
export type { ArrowField, ArrowType } from "@wellhead/contract/vocabulary";
export { type AccessToken, AccessTokenCache } from "./access-tokens/access-token-cache.js";
export { type RequestAccessTokenOptions, requestAccessToken } from "./access-tokens/request-access-token.js";
export {
  readServiceAccountKey,
  type ServiceAccountKey,
  type SignAssertionOptions,
  signAssertion,
} from "./access-tokens/service-account-key.js";
export { type AccountKeyOptions, accountKey } from "./accounts/account-key.js";
export type { AccountKind, AccountKinds, AccountOf } from "./accounts/account-kind.js";
export { type BasicOptions, basic } from "./accounts/basic.js";
export { type FieldsOptions, fields } from "./accounts/fields.js";
export { none } from "./accounts/none.js";
export { type OAuth1Form, oauth1 } from "./accounts/oauth1.js";
export { type OAuth2Form, oauth2 } from "./accounts/oauth2.js";
export { type TokenLocation, type TokenOptions, token } from "./accounts/token.js";
export type {
  Action,
  ActionArgument,
  ActionArguments,
  ActionContext,
  ActionDefinition,
  ActionMembers,
  Actions,
  ArgumentValues,
  MakeAction,
} from "./connector/action.js";
export { type CheckOptionsOptions, checkOptions } from "./connector/check-options.js";
export type {
  Connector,
  ConnectorDefinition,
  ConnectorMembers,
  DiscoverContext,
} from "./connector/connector.js";
export { defineConnector } from "./connector/define-connector.js";
export type { DurationText } from "./connector/duration.js";
export type {
  Changes,
  CheckedRows,
  DeletedContext,
  DeletedKeys,
  Identity,
  MakeSource,
  ResourceContext,
  RowKey,
  RowsContext,
  RowsResult,
  Source,
  SourceContext,
  SourceDefinition,
  SourceMembers,
  Sources,
  Synchronization,
  SynchronizedMembers,
  SynchronizedPage,
  Timezone,
} from "./connector/source.js";
export type {
  EventChanges,
  ManualWebhooks,
  ReceivedEvent,
  RegisteredWebhooks,
  RenewContext,
  SourceChanges,
  SubscribeContext,
  TransformContext,
  UnsubscribeContext,
  VerifiedEvent,
  VerifyContext,
  Webhook,
  WebhookSecrets,
  Webhooks,
} from "./connector/webhooks.js";
export type {
  Context,
  Log,
  LogDetails,
  OptionsContext,
  WithHttp,
} from "./context/context.js";
export { MissingParents } from "./context/missing-parents.js";
export {
  accountExpired,
  accountInvalid,
  ConnectorError,
  type ConnectorErrorOptions,
  inputInvalid,
  isConnectorError,
  isMissing,
  isTooLarge,
  rateLimited,
  upstreamInvalid,
  upstreamMissing,
  upstreamTimeout,
  upstreamUnavailable,
} from "./errors/connector-error.js";
export { arrayOf } from "./fields/array-of.js";
export { type BoolOptions, bool } from "./fields/bool.js";
export {
  changedFrom,
  type DateOptions,
  type DateRange,
  type DayRange,
  date,
  dateRange,
  dayRange,
  isWithin,
} from "./fields/date.js";
export {
  acceptDecimal,
  compareDecimals,
  type DecimalRange,
  decimal,
  decimalRange,
  roundDecimal,
} from "./fields/decimal.js";
export type {
  AcceptContext,
  CellTypes,
  Choice,
  Column,
  ColumnMembers,
  Columns,
  Field,
  FieldMembers,
  Fields,
  LiveOptions,
  RowOf,
  StoredType,
  ValuesOf,
  WholeRowOf,
} from "./fields/field.js";
export { type FileOptions, file } from "./fields/file.js";
export { type IdOptions, id } from "./fields/id.js";
export { type LinkOptions, link } from "./fields/link.js";
export {
  type LiveListOptions,
  list,
  multiDropdown,
  multiList,
  type StaticListOptions,
  toOption,
} from "./fields/list.js";
export { type NumberOptions, type NumberRange, number, range } from "./fields/number.js";
export { type PeriodEnd, type PeriodEnds, periodEnds } from "./fields/period-ends.js";
export { relation, userRelation } from "./fields/relation.js";
export { type Relation, type RelationMembers, type UserRelationMembers } from "./fields/relation-members.js";
export { type HighlightTextOptions, highlightText, password, type TextOptions, text } from "./fields/text.js";
export { type UrlOptions, url } from "./fields/url.js";
export type { FileContent, FileRange } from "./http/file-content.js";
export { graphqlFault } from "./http/graphql-fault.js";
export { hasSignature, type SignatureOptions } from "./http/has-signature.js";
export type {
  CallOptions,
  Http,
  HttpAnswer,
  HttpCall,
  ListOrder,
  PagesOptions,
  ReadAgain,
  SendOptions,
  WithWritingHttp,
  WritingHttp,
} from "./http/http.js";
export type { ConcurrencyLimit, HttpDefinition, HttpLimits, RateBudget } from "./http/http-definition.js";
export { hasLimitWords, retryAfterOf } from "./http/limit-signs.js";
export type { AuthorizeContext, ClientCertificate, OutgoingRequest } from "./http/outgoing-request.js";
export { refusalReason } from "./http/refusal-reason.js";
export type { OAuth1Definition, OAuth1Options, SignatureMethod } from "./oauth/oauth1-definition.js";
export type {
  ClientAuthenticationMethod,
  OAuth2Provider,
  OAuth2Quirks,
  OnUnknown,
  Rotation,
} from "./oauth/oauth2-provider.js";
export type { OAuth2Definition, OAuth2Options } from "./oauth2/oauth2-definition.js";
export { type OAuth2PresetName, oauth2Presets } from "./oauth2/presets/oauth2-presets.js";
export type { CountedOptions } from "./paging/counted.js";
export { type OffsetOptions, offset, type PageNumberOptions, pageNumber } from "./paging/counted.js";
export {
  afterCursor,
  type CursorInBodyOptions,
  type CursorInHeaderOptions,
  cursorInBody,
  cursorInHeader,
} from "./paging/cursor.js";
export { memberAt } from "./paging/member-at.js";
export {
  type LinkHeaderOptions,
  linkHeader,
  type NextUrlInBodyOptions,
  nextUrlInBody,
} from "./paging/next-url.js";
export { Pages } from "./paging/pages.js";
export {
  argumentOf,
  type CursorPart,
  type Page,
  type PageAt,
  type PageRequest,
  type PageStep,
  type Paging,
  type Query,
  withArguments,
} from "./paging/paging.js";
export type { Position, PositionedBatch, ReadFrom } from "./rows/rows.js";
export {
  type ArrowRowsOptions,
  type EncodedBatch,
  type EncodedRows,
  type EncodedRowsOptions,
  encodedRows,
  isEncodedRows,
  type Row,
  type RowEncoding,
  type RowPositions,
  type Rows,
} from "./rows/rows.js";
export { exactNumbers, fitsDouble } from "./shape/exact-numbers.js";
export { type ExactNumber, type Shape, type ShapeFacts, type ShapeValue, shape } from "./shape/shape.js";
export type { AnyAccount } from "./values/any-account.js";
export { Secret } from "./values/secret.js";
