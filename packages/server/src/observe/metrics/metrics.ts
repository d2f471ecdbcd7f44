import type { RefreshOutcome, StoreEvent } from "@wellhead/runtime";
import type { FailureLevel } from "../../settings/failure-settings.js";
import type { QuotaHolder, QuotaLimit } from "../../settings/limits.js";

/** Facts about one finished request. Every label comes from a fixed set, never from the caller. */
export interface AnsweredRequest {
  /** Id of the connector; empty when the request did not reach one. */
  readonly connector: string;
  /** HTTP method; `undefined` when the received bytes were not a valid request. */
  readonly method: string | undefined;
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
  /** Error code; `undefined` when the response is not an error. */
  readonly code: string | undefined;
  /** How the row stream ended; `undefined` when there was none. */
  readonly ending: string | undefined;
  readonly rows: number;
  readonly bytes: number;
}

/** The exhausted resource because of which a request or a connection was refused, or whose maximum was reached. */
export type Refusal = "queue" | "streams" | "memory" | "connections" | QuotaHolder;

/** A request or a connection that was refused. */
export interface RefusedCount {
  readonly reason: Refusal;
  /** Id of the connector; empty for a connection. */
  readonly connector: string;
  /** The limit that was reached; absent when the reason says it. */
  readonly limit?: QuotaLimit | undefined;
}

/** A refresh of an account and how it ended. */
export interface RefreshCount {
  readonly connector: string;
  readonly outcome: RefreshOutcome;
}

/** A request that was throttled. */
export interface ThrottleCount {
  /** Id of the connector; empty when the request did not reach one. */
  readonly connector: string;
  /** The level at which the failures were counted. */
  readonly level: FailureLevel;
}

/** Code that blocked the event loop for too long. */
export interface HeldCount {
  /** Id of the connector the code ran for; empty when it is not known. */
  readonly connector: string;
}

/** Counts what a service does. */
export interface Metrics {
  /** Counts a request whose response has ended. */
  answered(request: AnsweredRequest): void;
  /** Counts a request or a connection that was refused. */
  refused(count: RefusedCount): void;
  /** Counts code that blocked the event loop for too long. */
  held(count: HeldCount): void;
  /** Counts an event of the deployment's store. */
  stored(event: StoreEvent): void;
  /** Counts a request for a refresh by how it ended. */
  refreshed(count: RefreshCount): void;
  /** Counts a request that was throttled after too many failures of its caller. */
  throttled(count: ThrottleCount): void;
}

/** Metrics that are discarded. */
export const noMetrics: Metrics = {
  answered: ignore,
  refused: ignore,
  held: ignore,
  stored: ignore,
  refreshed: ignore,
  throttled: ignore,
};

function ignore(): void {
  // The metrics are discarded.
}

/**
 * Counts in several places.
 *
 * @param all - The places
 * @returns Metrics that pass each count on to all of them
 */
export function joinMetrics(all: readonly Metrics[]): Metrics {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  return {
    answered: (request) => all.forEach((metrics) => metrics.answered(request)),
    refused: (count) => all.forEach((metrics) => metrics.refused(count)),
    held: (count) => all.forEach((metrics) => metrics.held(count)),
    stored: (event) => all.forEach((metrics) => metrics.stored(event)),
    refreshed: (count) => all.forEach((metrics) => metrics.refreshed(count)),
    throttled: (count) => all.forEach((metrics) => metrics.throttled(count)),
  };
}

/** Values that are read whenever the metrics are read. */
export interface MetricsReadings {
  /** Number of row streams in progress. */
  readonly activeStreams: () => number;
  /** Mean delay of the event loop, in milliseconds. */
  readonly loopDelay: () => number;
  /** Number of open connections to upstreams. */
  readonly upstreamConnections: () => number;
  /** Used share of the memory limit; above 1, requests are refused. */
  readonly memoryShare: () => number;
}
