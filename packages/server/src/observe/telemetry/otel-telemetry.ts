import { setTimeout as delay } from "node:timers/promises";
import {
  context,
  DiagLogLevel,
  diag,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Span } from "@wellhead/runtime";
import type { ServiceLog } from "../logs/service-log.js";
import { type MetricsReadings, noMetrics } from "../metrics/metrics.js";
import { methodAttribute, OtelMetrics } from "./otel-metrics.js";
import { RequestSpan } from "./request-span.js";
import type { StartTelemetryOptions, Telemetry, TracedRequest } from "./telemetry.js";

/** The package of the SDK, an optional peer whose types need not be installed. */
const sdkPackage = "@opentelemetry/sdk-node";

/** What is used of the package. */
interface SdkPackage {
  readonly NodeSDK: new (options: object) => { start(): void; shutdown(): Promise<void> };
  readonly resources: {
    readonly envDetector: object;
    readonly hostDetector: object;
    resourceFromAttributes(attributes: Readonly<Record<string, string>>): object;
  };
}

/** Maximum time that the last export may take, in milliseconds. */
const lastExportMs = 1000;

/** Milliseconds between two lines about exports that fail. */
const complaintMs = 60_000;

/** Telemetry of the SDK of OpenTelemetry. */
export class OtelTelemetry implements Telemetry {
  readonly metrics;
  readonly #sdk: InstanceType<SdkPackage["NodeSDK"]>;
  readonly #tracer: Tracer;
  readonly #isWorker: boolean;

  /**
   * @param sdk - The started SDK
   * @param isWorker - Whether this process runs an isolated connector
   */
  constructor(sdk: InstanceType<SdkPackage["NodeSDK"]>, isWorker: boolean) {
    this.#sdk = sdk;
    this.#isWorker = isWorker;
    this.#tracer = trace.getTracer("wellhead");
    // The service counts for its workers.
    this.metrics = isWorker ? noMetrics : new OtelMetrics();
  }

  /**
   * Starts the SDK, which all OpenTelemetry code of this process shares.
   *
   * @param options - The log, and the kind of the process
   * @returns The telemetry
   */
  static async start({ log, isWorker = false }: StartTelemetryOptions): Promise<OtelTelemetry> {
    // Types of this package are not known where it is not installed.
    const { NodeSDK, resources } = (await import(sdkPackage)) as SdkPackage;
    const { envDetector, hostDetector } = resources;
    const sdk = new NodeSDK({
      resource: resources.resourceFromAttributes({ "service.name": "wellhead" }),
      // The command line of the process may contain secrets, so it is not detected unless the operator asks for it.
      ...(process.env["OTEL_NODE_RESOURCE_DETECTORS"] === undefined && {
        resourceDetectors: [envDetector, hostDetector],
      }),
      ...(isWorker && { metricReaders: [] }),
    });
    if (process.env["OTEL_LOG_LEVEL"] === undefined) reportFaults(log);
    sdk.start();
    return new OtelTelemetry(sdk, isWorker);
  }

  watch(readings: MetricsReadings): void {
    if (this.metrics instanceof OtelMetrics) this.metrics.watch(readings);
  }

  begin({ method, headers, connector, path, start }: TracedRequest): Span {
    const caller = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
    // What else the caller sends with its ids is exported with every span, and may contain anything.
    const parent =
      caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, withoutState(caller));
    const known = methodAttribute(method);
    const route = path === undefined ? undefined : `/${connector}${path}`;
    const span = this.#tracer.startSpan(
      [known === "_OTHER" ? "HTTP" : known, route ?? []].flat().join(" "),
      {
        kind: this.#isWorker ? SpanKind.INTERNAL : SpanKind.SERVER,
        startTime: performance.timeOrigin + start,
        attributes: {
          "http.request.method": known,
          ...(route !== undefined && { "http.route": route }),
          "wellhead.connector": connector,
          "wellhead.queue.seconds": Math.max(0, performance.now() - start) / 1000,
        },
      },
      parent,
    );
    return new RequestSpan(span, parent, { tracer: this.#tracer, scrub: (text) => text });
  }

  async close(): Promise<void> {
    const stop = new AbortController();
    const late = delay(lastExportMs, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([this.#sdk.shutdown().catch(() => undefined), late]);
    stop.abort();
    // Another service may start in this process.
    for (const api of [trace, metrics, propagation, context, diag]) api.disable();
  }
}

function withoutState<Ids extends { readonly traceState?: unknown }>(ids: Ids): Omit<Ids, "traceState"> {
  const { traceState: _state, ...rest } = ids;
  return rest;
}

/** Logs that exports fail. Their errors may name an address with a secret, so they are left out. */
function reportFaults(log: ServiceLog): void {
  let last = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    if (performance.now() - last < complaintMs) return;
    last = performance.now();
    log.warn(
      {},
      "Could not export to OpenTelemetry. Check the endpoint, or set OTEL_LOG_LEVEL=debug to see the error.",
    );
  };
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

function ignore(): void {
  // Only faults are reported.
}
