import type { AuditLog } from "../audit/audit-log.js";
import type { Limits } from "../limits/limits.js";
import type { ServiceLog } from "../logs/service-log.js";
import type { Metrics } from "../metrics/metrics.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { ParkedReadings } from "../rows/row-readings.js";
import type { OnStreamError } from "../stream/send-rows.js";
import type { Telemetry } from "../telemetry/telemetry.js";
import type { FailureThrottle } from "../throttle/failure-throttle.js";

/** What all connectors of one service share. It contains nothing of a single request. */
export interface Service {
  readonly limits: Limits;
  readonly log: ServiceLog;
  readonly metrics: Metrics;
  /** Where traces go; `undefined` for nowhere. */
  readonly telemetry: Telemetry | undefined;
  readonly audit: AuditLog;
  /** Slows down callers who try wrong accounts. */
  readonly failures: FailureThrottle;
  readonly onStreamError: OnStreamError;
  readonly formulaEscape: boolean;
  /** What sign-in and refresh need. */
  readonly accounts: ServiceAccounts;
  /** Readings that the next page of a synchronization goes on with. */
  readonly readings: ParkedReadings;
  /** Returns the current time. */
  readonly now: () => Date;
}
