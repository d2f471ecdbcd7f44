export type { CallerSettings } from "./callers/caller-settings.js";
export { isEveryInterface, isForThisMachine, isLoopbackName } from "./callers/request-site.js";
export { readSecretFiles } from "./callers/secret-files.js";
export { type ProvenBrowser, StartProof, type StartProofOptions } from "./callers/start-proof.js";
export type { FailingAccount } from "./callers/throttle/failure-table.js";
export type { ConsoleData, ConsoleDataRequest, ConsoleReach } from "./console/console-data.js";
export { type ConformanceCount, type ConsoleOptions, consoleRoutes } from "./console/console-routes.js";
export { type ConsoleApp, type CreateConsoleOptions, createConsole } from "./console/create-console.js";
export type { Access, AdminOptions, App, AppOptions, ListenOptions, OwnRequest } from "./fastify/app.js";
export {
  type ConnectorRoutesOptions,
  connectorRoutes,
  type ServingOptions,
} from "./fastify/connector-routes.js";
export { createApp } from "./fastify/create-app.js";
export type { RefusalReason, Refusals } from "./host/activity/refusal-counts.js";
export type { Activity } from "./host/activity/service-activity.js";
export { type BlockedLoop, readBlockedLoop, watchEventLoop } from "./host/event-loop.js";
export {
  type ActivityOrder,
  activityOrders,
  type LimitWaits,
  type ListedRequest,
  type ProcessActivity,
  type RequestState,
} from "./host/process-activity.js";
export { type EndWithParentOptions, endWithParent } from "./isolate/end-with-parent.js";
export {
  type IsolatedConnector,
  type IsolateOptions,
  isIsolated,
  isolated,
} from "./isolate/isolated-connector.js";
export type { ConnectorFacts } from "./isolate/worker-messages.js";
export type { AccountSettings } from "./oauth/service-accounts.js";
export type { AuditDetails, AuditEvent, AuditRecord, AuditSink } from "./observe/logs/audit-log.js";
export { Scrubber, withheld } from "./observe/logs/scrubber.js";
export { type MakeLogOptions, makeLog, type ServiceLog } from "./observe/logs/service-log.js";
export {
  type StartTelemetryOptions,
  startTelemetry,
  type Telemetry,
  type TracedRequest,
} from "./observe/telemetry/telemetry.js";
export type { FailureSettings } from "./settings/failure-settings.js";
export {
  type ConnectorLimits,
  connectorLimitNames,
  defaultLimits,
  type Limits,
  patientLimits,
  quotaLimitNames,
} from "./settings/limits.js";
export type { TlsSettings } from "./settings/tls-settings.js";
export type { OnStreamError } from "./stream/send-rows.js";
export { secretTexts } from "./wire/account-members.js";
