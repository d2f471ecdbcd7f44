import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@platformatic/prom-client";
import type { StoreEvent } from "@wellhead/runtime";
import type {
  AnsweredRequest,
  HeldCount,
  Metrics,
  MetricsReadings,
  RefreshCount,
  RefusedCount,
  ThrottleCount,
} from "./metrics.js";

/** Metrics in the format of Prometheus. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: "wellhead_requests_total",
    help: "Requests answered",
    labelNames: ["connector", "endpoint", "status"],
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: "wellhead_request_duration_seconds",
    help: "Time from a request to the end of its answer",
    labelNames: ["connector", "endpoint"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600],
    registers: [this.#registry],
  });
  readonly #errors = new Counter({
    name: "wellhead_errors_total",
    help: "Requests answered with an error",
    labelNames: ["connector", "endpoint", "code"],
    registers: [this.#registry],
  });
  readonly #endings = new Counter({
    name: "wellhead_stream_endings_total",
    help: "Streams of rows by how they ended: complete, marked as failed, cut, closed by the caller",
    labelNames: ["connector", "ending"],
    registers: [this.#registry],
  });
  readonly #rows = new Counter({
    name: "wellhead_rows_total",
    help: "Rows sent",
    labelNames: ["connector"],
    registers: [this.#registry],
  });
  readonly #bytes = new Counter({
    name: "wellhead_bytes_total",
    help: "Bytes of bodies sent, before compression",
    labelNames: ["connector"],
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: "wellhead_refused_total",
    help: "Requests and connections refused because a maximum was reached",
    labelNames: ["connector", "reason", "limit"],
    registers: [this.#registry],
  });
  readonly #holds = new Counter({
    name: "wellhead_loop_holds_total",
    help: "How often code blocked the event loop for longer than maxLoopHold",
    labelNames: ["connector"],
    registers: [this.#registry],
  });
  readonly #refreshes = new Counter({
    name: "wellhead_refreshes_total",
    help: "Requests to refresh an account by how they ended",
    labelNames: ["connector", "outcome"],
    registers: [this.#registry],
  });

  readonly #storeEvents = new Counter({
    name: "wellhead_store_events_total",
    help: "State that could not be shared, remembered or stored at once, by event",
    labelNames: ["event"],
    registers: [this.#registry],
  });

  readonly #throttles = new Counter({
    name: "wellhead_throttled_total",
    help: "Requests delayed after too many failures of their caller, by what was counted",
    labelNames: ["connector", "level"],
    registers: [this.#registry],
  });

  /** Also starts to collect the metrics of the process. */
  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param readings - Values to read whenever the metrics are read */
  watch({ activeStreams, loopDelay, memoryShare, upstreamConnections }: MetricsReadings): void {
    this.#gauge("wellhead_streams_active", "Streams of rows in progress", activeStreams);
    this.#gauge(
      "wellhead_loop_delay_seconds",
      "Mean delay of the event loop in the last second",
      () => loopDelay() / 1000,
    );
    this.#gauge(
      "wellhead_memory_share",
      "Used share of the memory that may be used; above 1 requests are refused",
      memoryShare,
    );
    this.#gauge("wellhead_upstream_connections", "Open connections to upstreams", upstreamConnections);
  }

  answered(request: AnsweredRequest): void {
    const { connector, endpoint, status, seconds, code, ending, rows, bytes } = request;
    this.#requests.inc({ connector, endpoint, status });
    this.#seconds.observe({ connector, endpoint }, seconds);
    if (code !== undefined) this.#errors.inc({ connector, endpoint, code });
    if (ending !== undefined) this.#endings.inc({ connector, ending });
    if (rows > 0) this.#rows.inc({ connector }, rows);
    if (bytes > 0) this.#bytes.inc({ connector }, bytes);
  }

  refused({ connector, reason, limit }: RefusedCount): void {
    this.#refusals.inc({ connector, reason, ...(limit !== undefined && { limit }) });
  }

  held({ connector }: HeldCount): void {
    this.#holds.inc({ connector });
  }

  stored(event: StoreEvent): void {
    this.#storeEvents.inc({ event });
  }

  refreshed({ connector, outcome }: RefreshCount): void {
    this.#refreshes.inc({ connector, outcome });
  }

  throttled({ connector, level }: ThrottleCount): void {
    this.#throttles.inc({ connector, level });
  }

  /** @returns Media type and text of the metrics */
  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #gauge(name: string, help: string, read: () => number): void {
    // prom-client keeps the gauge in the registry and calls `collect` on it.
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: () => gauge.set(read()),
    });
  }
}
