import type { Span } from "@wellhead/runtime";
import type { ServiceLog } from "../logs/service-log.js";
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

/** Variables with which an operator asks for telemetry. */
const switches = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
  "OTEL_TRACES_EXPORTER",
  "OTEL_METRICS_EXPORTER",
];

/** Options of {@link startTelemetry}. */
export interface StartTelemetryOptions {
  /** Receives a line when telemetry cannot be exported. */
  readonly log: ServiceLog;
  /** Whether this process runs an isolated connector, whose service exports the metrics. Default: `false`. */
  readonly isWorker?: boolean;
}

/**
 * Starts the SDK of OpenTelemetry in this process if its environment names an exporter. The SDK reads every other
 * variable itself.
 *
 * @param options - The log
 * @returns The telemetry; `undefined` when no variable asks for it
 * @throws TypeError when a package of OpenTelemetry is not installed
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export async function startTelemetry(options: StartTelemetryOptions): Promise<Telemetry | undefined> {
  const { env } = process;
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
  if (!switches.some((name) => env[name])) return undefined;
  try {
    const { OtelTelemetry } = await import("./otel-telemetry.js");
    return await OtelTelemetry.start(options);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new TypeError(
      "Could not start the export to OpenTelemetry: its packages are not installed. Run: npm install @opentelemetry/api @opentelemetry/sdk-node, or unset the OTEL_ variables.",
      { cause: error },
    );
  }
}
