export type { PinnedTarget } from "@wellhead/runtime/egress";
export { type AccountFormOptions, accountForm } from "./account/account-form.js";
export {
  type CheckServerOptions,
  checkServerOptions,
  pinnedNames,
  serverOptionNames,
} from "./account/check-server-options.js";
export type { OperatorParts } from "./account/connection-options.js";
export { readOperatorOption } from "./account/connection-options.js";
export { type ConnectionStringOptions, readConnectionString } from "./account/connection-string.js";
export type { Credentials, DatabaseHost, ServerRole } from "./account/credentials.js";
export { readTlsMode, type TlsMode, type TlsModeAlias } from "./account/credentials.js";
export {
  operatorCredentials,
  operatorParts,
  permissionsOfOthers,
  readOperatorFile,
} from "./account/operator-credentials.js";
export { decodedWriter } from "./encode/decoded-writer.js";
export {
  type FindInvalidTextOptions,
  findInvalidText,
  type InvalidText,
} from "./encode/find-invalid-text.js";
export { nameColumns } from "./encode/name-columns.js";
export { readTextEncoding, TextCodec, type TextEncodingName } from "./encode/text-codec.js";
export { type AccountErrorContext, forForm } from "./errors/account-error-context.js";
export { errorPosition } from "./errors/error-position.js";
export { ServerFullError } from "./errors/server-full-error.js";
export { type ConnectTargetOptions, connectTarget, reachedTarget } from "./network/connect-target.js";
export { type DetachedHttpOptions, detachedHttp } from "./network/detached-http.js";
export {
  connectionLost,
  HttpConnection,
  type HttpResponse,
  type HttpStatement,
} from "./network/http-connection.js";
export type { PinnedHost, PinnedHosts } from "./network/pin-hosts.js";
export { checksCertificate, explainTlsError, type StartTlsOptions, startTls } from "./network/start-tls.js";
export { ExactNumber, writeExactJson } from "./query/exact-json.js";
export {
  type QueryFilter,
  queryForm,
  type ReadQueryOptions,
  readQuery,
  type TypedQuery,
} from "./query/read-query.js";
export { type SqlSyntax, type SqlToken, scanSql } from "./query/scan-sql.js";
export { FrameSplitter } from "./session/frame-splitter.js";
export { type OpenAtAnyHostOptions, type OpenedSession, openAtAnyHost } from "./session/open-at-any-host.js";
export type {
  HostProtocol,
  OpenSessionOptions,
  SessionProtocol,
  SqlSession,
} from "./session/session-protocol.js";
export { PinnedSources, type PinnedSourcesOptions } from "./source/pinned-sources.js";
export {
  ServerDatabase,
  type ServerDatabaseOptions,
  type UseSession,
} from "./source/server-database.js";
export {
  isOrdered,
  type QueryColumn,
  type ServerQuerySourceOptions,
  serverQuerySource,
} from "./source/server-query-source.js";
export { type ServerSources, type ServerSourcesOptions, serverSources } from "./source/server-sources.js";
export { type TableSourceOptions, tableSource } from "./source/table-source.js";
export { type CaseVariants, caseVariants } from "./table/case-variants.js";
export type {
  Catalogue,
  ColumnCategory,
  ColumnEncoding,
  ForeignKey,
  Option,
  TableColumn,
  TableName,
  TableShape,
} from "./table/catalogue.js";
export {
  type ColumnFiltersOptions,
  columnFilters,
} from "./table/column-filters.js";
export { columnsOf } from "./table/columns-of.js";
export { conditionsOfChoice } from "./table/conditions-of-choice.js";
export type { BindValue, Dialect, KeyText } from "./table/dialect.js";
export { type FloatingBound, floatingBound, floatingValue } from "./table/floating-bound.js";
export { storedMoment } from "./table/moment-text.js";
export {
  checkPinnedTable,
  type NamedTable,
  type PinnedTable,
  type TrackedChanges,
} from "./table/pinned-table.js";
export { chosenColumns, type SelectRowsOptions, selectRows } from "./table/select-rows.js";
export type { Condition, Statement } from "./table/statement.js";
export type { TableChoice } from "./table/table-choice.js";
export { type TableFormOptions, tableForm } from "./table/table-form.js";
export type { ErrorContext, OpenedPage, StreamOptions, TableReader } from "./table/table-reader.js";
export { openServerRows, type RowsProtocol } from "./worker/open-server-rows.js";
export type { ArrowOfServer, CellWriter, RowBytes, RowsOfServer } from "./worker/rows-of-server.js";
export {
  type ArrowBatches,
  type OpenedStream,
  type OpenStream,
  serveStreams,
} from "./worker/serve-streams.js";
export type { RunningJob, StreamJob } from "./worker/stream-job.js";
export type { StreamNotice } from "./worker/stream-messages.js";
export { noRows, type WatchSilenceOptions, watchSilence } from "./worker/watch-silence.js";
