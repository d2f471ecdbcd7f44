import type { Store } from "@wellhead/sdk";
import type { AuditDetails, AuditEvent } from "../audit/audit-log.js";
import type { Limits } from "../limits/limits.js";
import type { Metrics } from "../metrics/metrics.js";
import type { AccountSettings } from "../oauth/account-settings.js";
import type { OnStreamError } from "../stream/send-rows.js";
import type { FailureSettings } from "../throttle/failure-settings.js";

/** What a worker is started with. Everything is JSON. */
export interface WorkerStart {
  readonly type: "start";
  readonly module: string;
  readonly exportName: string;
  readonly argument?: unknown;
  /** Path of the socket it answers at. */
  readonly socket: string;
  /** Paths it is mounted at, by its id: `/` alone when it is the only connector. */
  readonly alone: boolean;
  readonly limits: Limits;
  readonly onStreamError: OnStreamError;
  readonly formulaEscape: boolean;
  /** How many failures are taken from a caller; `false` for any. */
  readonly failures: FailureSettings | false;
  readonly accounts: Pick<
    AccountSettings,
    | "secret"
    | "previousSecrets"
    | "replicas"
    | "callbacks"
    | "margin"
    | "journalHours"
    | "callTimeout"
    | "listenTimeout"
  >;
  /** Private addresses that may be reached. */
  readonly allow: string;
  /** Lists in its place, by id of the connector. */
  readonly allowOf: Readonly<Record<string, string>>;
}

/** What the service tells a worker. */
export type ToWorker =
  | WorkerStart
  | { readonly type: "ping"; readonly call: number }
  | { readonly type: "close" }
  /** Result of a call of the store; `failed` when it threw. */
  | { readonly type: "stored"; readonly call: number; readonly value?: unknown; readonly failed?: boolean };

/** Facts about a connector that the index of the service lists. */
export interface ConnectorFacts {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** What a worker tells the service. */
export type FromWorker =
  | { readonly type: "ready"; readonly facts: ConnectorFacts }
  /** It cannot start; the reason is for the operator. */
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "pong"; readonly call: number }
  /** The answer of GET /, which stays the same until the worker ends. */
  | { readonly type: "application"; readonly body: string; readonly tag: string }
  | {
      readonly type: "log";
      readonly level: "info" | "warn" | "error";
      readonly record: object;
      readonly message: string;
    }
  | { readonly type: "audit"; readonly event: AuditEvent; readonly details: AuditDetails }
  | MetricMessage
  | {
      readonly type: "store";
      readonly call: number;
      readonly method: keyof Store;
      readonly args: readonly unknown[];
    };

/** One count: name of the counter and what it takes. */
export type MetricMessage = {
  readonly [Name in keyof Metrics]: {
    readonly type: "count";
    readonly name: Name;
    readonly fact: Parameters<Metrics[Name]>[0];
  };
}[keyof Metrics];
