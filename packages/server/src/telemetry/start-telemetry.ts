import type { ServiceLog } from "../logs/service-log.js";
import type { Telemetry } from "./telemetry.js";

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
