import type { Span } from "@wellhead/runtime";
import type { Metrics, MetricsReadings } from "../metrics/metrics.js";

/** A request whose trace begins in this process, or continues here. */
export interface TracedRequest {
  /** HTTP method. */
  readonly method: string;
  /** Headers, which may contain the ids of the caller's trace. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Id of the connector. */
  readonly connector: string;
  /** Path of the endpoint below the address of the connector; `undefined` when there is no such endpoint. */
  readonly path: string | undefined;
  /** When the request arrived, in terms of `performance.now()`. */
  readonly start: number;
}

/** Where traces and metrics of a service go, besides its log and its admin port. */
export interface Telemetry {
  /** Counts what the service does. */
  readonly metrics: Metrics;
  /**
   * Exports values of the service as gauges.
   *
   * @param readings - Values to read whenever the metrics are exported
   */
  watch(readings: MetricsReadings): void;
  /**
   * Starts the span of a request, as part of the caller's trace if the request has its ids.
   *
   * @param request - The request
   * @returns The span, for the caller to end
   */
  begin(request: TracedRequest): Span;
  /** Exports what is left. Resolves after a second at the latest, and never rejects. */
  close(): Promise<void>;
}
