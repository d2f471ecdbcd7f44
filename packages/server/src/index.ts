export type { RefusalReason, Refusals } from "./activity/refusal-counts.js";
export type { Activity } from "./activity/service-activity.js";
export type { AuditDetails, AuditEvent, AuditRecord, AuditSink } from "./audit/audit-log.js";
export type { CallerSettings } from "./callers/caller-settings.js";
export { isEveryInterface, isForThisMachine, isLoopbackName } from "./callers/request-site.js";
export { readSecretFiles } from "./callers/secret-files.js";
export { type ProvenBrowser, StartProof, type StartProofOptions } from "./callers/start-proof.js";
export type { ConsoleData, ConsoleDataRequest, ConsoleReach } from "./console/console-data.js";
export type { ConformanceCount, ConsoleOptions } from "./console/console-routes.js";
export { consoleRoutes } from "./console/console-routes.js";
export { type ConsoleApp, createConsole } from "./console/create-console.js";
export type { Access, AdminOptions, App, AppOptions, ListenOptions, OwnRequest } from "./fastify/app.js";
export {
  type ConnectorRoutesOptions,
  connectorRoutes,
  type ServingOptions,
} from "./fastify/connector-routes.js";
export { createApp } from "./fastify/create-app.js";
export {
  type ActivityOrder,
  activityOrders,
  type LimitWaits,
  type ListedRequest,
  type ProcessActivity,
  type RequestState,
} from "./host/process-activity.js";
export {
  type IsolatedConnector,
  type IsolateOptions,
  isIsolated,
  isolated,
} from "./isolate/isolated-connector.js";
export type { ConnectorFacts } from "./isolate/worker-messages.js";
export {
  type ConnectorLimits,
  connectorLimitNames,
  defaultLimits,
  type Limits,
  quotaLimitNames,
} from "./limits/limits.js";
export { Scrubber, withheld } from "./logs/scrubber.js";
export type { ServiceLog } from "./logs/service-log.js";
export { type MakeLogOptions, makeLog } from "./logs/service-log.js";
export type { AccountSettings } from "./oauth/service-accounts.js";
export { secretTexts } from "./request/account-members.js";
export type { OnStreamError } from "./stream/send-rows.js";
export type { Telemetry, TracedRequest } from "./telemetry/telemetry.js";
export { type StartTelemetryOptions, startTelemetry } from "./telemetry/telemetry.js";
export type { FailureSettings } from "./throttle/failure-settings.js";
export type { FailingAccount } from "./throttle/failure-table.js";
export type { TlsSettings } from "./tls/tls-settings.js";
