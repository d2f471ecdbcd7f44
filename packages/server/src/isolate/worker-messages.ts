import type { ChildProcess } from "node:child_process";
import type { IncomingMessage } from "node:http";
import { basename, join } from "node:path";
import type { Store } from "@wellhead/runtime";
import type { Caller } from "../callers/caller.js";
import type { ActivityOrder, ProcessActivity } from "../host/process-activity.js";
import type { AccountSettings } from "../oauth/service-accounts.js";
import type { AuditDetails, AuditEvent } from "../observe/logs/audit-log.js";
import type { Metrics } from "../observe/metrics/metrics.js";
import type { AccountFields } from "../request/account/account-key.js";
import type { FailureSettings } from "../settings/failure-settings.js";
import type { Limits } from "../settings/limits.js";
import type { OnStreamError } from "../stream/send-rows.js";

/** The first message to a worker, with its settings. All of it is JSON. */
export interface WorkerStart {
  readonly type: "start";
  readonly module: string;
  readonly exportName: string;
  readonly argument?: unknown;
  /** Path of the socket the worker listens at. */
  readonly socket: string;
  /** Whether it is the only connector of the service, and therefore also mounted at `/`. */
  readonly alone: boolean;
  readonly limits: Limits;
  /** Whether the service exports telemetry, so that the worker exports its spans. */
  readonly exportsTelemetry: boolean;
  readonly onStreamError: OnStreamError;
  readonly formulaEscape: boolean;
  /** How many failures a caller may cause before it has to wait; `false` for any number. */
  readonly failures: FailureSettings | false;
  readonly accounts: Pick<
    AccountSettings,
    | "secret"
    | "previousSecrets"
    | "replicas"
    | "callbacks"
    | "stateRequired"
    | "margin"
    | "journalHours"
    | "callTimeout"
    | "listenTimeout"
  >;
  /** Private addresses that connectors may reach. */
  readonly allow: string;
  /** Lists that replace `allow` for individual connectors, by id. */
  readonly allowOf: Readonly<Record<string, string>>;
}

/** A message from the service to a worker. */
export type ToWorker =
  | WorkerStart
  | { readonly type: "ping"; readonly call: number }
  /** Asks what the worker does. */
  | { readonly type: "look"; readonly call: number; readonly order: ActivityOrder }
  | { readonly type: "close" }
  /** The result of a call to the store; `failed` when it threw. */
  | { readonly type: "stored"; readonly call: number; readonly value?: unknown; readonly failed?: boolean };

/** Facts about a connector that the index of the service lists. */
export interface ConnectorFacts {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** A message from a worker to the service. */
export type FromWorker =
  | {
      readonly type: "ready";
      readonly facts: ConnectorFacts;
      readonly accountFields: AccountFields;
    }
  /** The worker cannot start; the reason is for the operator. */
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "pong"; readonly call: number }
  | { readonly type: "seen"; readonly call: number; readonly activity: ProcessActivity | undefined }
  /** The response to GET of a path, which does not change until the worker ends. */
  | { readonly type: "fixed"; readonly path: string; readonly body: string; readonly tag: string }
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

/** One count: the name of the counter and its argument. */
export type MetricMessage = {
  readonly [Name in keyof Metrics]: {
    readonly type: "count";
    readonly name: Name;
    readonly fact: Parameters<Metrics[Name]>[0];
  };
}[keyof Metrics];

/**
 * Sends a message to a worker. It is lost if the worker is ending, which its exit reports.
 *
 * @param child - The process of the worker
 * @param message - The message
 */
export function sendToWorker(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message, () => undefined);
}

/** Header that names the caller to a worker. The service overwrites the value that a caller sent. */
export const callerHeader = "x-wellhead-caller";

/**
 * Writes the caller of a request for a worker.
 *
 * @param caller - Who sent the request
 * @returns Value of the header
 */
export function writeCaller({ address, name, isPaced }: Caller): string {
  return Buffer.from(JSON.stringify({ address, name, isPaced })).toString("base64url");
}

/**
 * Reads the caller of a request in a worker. The header can be trusted because only the service can reach the socket.
 *
 * @param request - A request that the service forwarded
 * @returns Who sent it
 */
export function readCaller({ headers }: IncomingMessage): Caller {
  const value = headers[callerHeader];
  if (typeof value !== "string") return { address: undefined };
  // Only `writeCaller` writes the header.
  return JSON.parse(Buffer.from(value, "base64url").toString()) as Caller;
}

/**
 * Returns where a worker listens.
 *
 * @param folder - Folder of the worker, whose name no other has
 * @param start - Number of its starts
 * @param platform - Operating system. Default: that of this process
 * @returns Path of a socket; on Windows, the name of a pipe, because a socket is not a file there
 */
export function socketPath(folder: string, start: number, platform: string = process.platform): string {
  const name = `${start}.sock`;
  return platform === "win32" ? `\\\\.\\pipe\\${basename(folder)}-${name}` : join(folder, name);
}
