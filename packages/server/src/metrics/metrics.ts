import type { RefreshOutcome, StoreEvent } from "@wellhead/sdk";
import type { FailureLevel } from "../throttle/failure-settings.js";

/** Facts about one answered request; every value comes from a fixed set, none from the caller. */
export interface AnsweredRequest {
  /** Id of the connector, empty when the request reached none. */
  readonly connector: string;
  readonly endpoint: string;
  readonly status: number;
  readonly seconds: number;
  /** Error code, when it is an error. */
  readonly code: string | undefined;
  /** How the rows ended, when there were any to send. */
  readonly ending: string | undefined;
  readonly rows: number;
  readonly bytes: number;
}

/** Why a request or a connection was refused: what there was too much of. */
export type Refusal = "queue" | "streams" | "memory" | "connections" | "address";

/** A request or a connection that was refused. */
export interface RefusedCount {
  readonly reason: Refusal;
  /** Id of the connector it was for, empty for a connection. */
  readonly connector: string;
}

/** A refresh of an account and how it ended. */
export interface RefreshCount {
  readonly connector: string;
  readonly outcome: RefreshOutcome;
}

/** A request that has to wait. */
export interface ThrottleCount {
  /** Id of the connector, empty when the request reached none. */
  readonly connector: string;
  /** What the failures were counted by. */
  readonly level: FailureLevel;
}

/** Code that held the event loop for too long. */
export interface HeldCount {
  /** Id of the connector on whose behalf it ran, empty when that is not known. */
  readonly connector: string;
}

/** Counts what a service does. */
export interface Metrics {
  /** Counts a request that has been answered to its end. */
  answered(request: AnsweredRequest): void;
  /** Counts a request or a connection that was refused. */
  refused(count: RefusedCount): void;
  /** Counts code that held the event loop for too long. */
  held(count: HeldCount): void;
  /** Counts what happened to what the deployment stores. */
  stored(event: StoreEvent): void;
  /** Counts a request for a refresh by how it ended. */
  refreshed(count: RefreshCount): void;
  /** Counts a request that has to wait after too many failures of its caller. */
  throttled(count: ThrottleCount): void;
}

/** Metrics nobody reads. */
export const noMetrics: Metrics = {
  answered: ignore,
  refused: ignore,
  held: ignore,
  stored: ignore,
  refreshed: ignore,
  throttled: ignore,
};

function ignore(): void {
  // Nobody reads the metrics.
}
