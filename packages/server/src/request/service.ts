import type { FailureThrottle } from "../callers/throttle/failure-throttle.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { AuditLog } from "../observe/logs/audit-log.js";
import type { ServiceLog } from "../observe/logs/service-log.js";
import type { Metrics } from "../observe/metrics/metrics.js";
import type { Telemetry } from "../observe/telemetry/telemetry.js";
import type { Limits } from "../settings/limits.js";
import type { ParkedReadings } from "../stream/rows/row-readings.js";
import type { OnStreamError } from "../stream/send-rows.js";
import type { DescribeFault } from "../wire/thrown.js";

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
  /** Describes what a connector threw to callers; `undefined` where they must not know. */
  readonly describeFault: DescribeFault | undefined;
  /** What sign-in and refresh need. */
  readonly accounts: ServiceAccounts;
  /** Readings that the next page of a synchronization goes on with. */
  readonly readings: ParkedReadings;
  /** Returns the current time. */
  readonly now: () => Date;
}
