import type { StoreEvent } from "@wellhead/runtime";
import type {
  AnsweredRequest,
  HeldCount,
  Metrics,
  RefreshCount,
  RefusedCount,
  ThrottleCount,
} from "./metrics.js";
import { type Count, type Observe, Registry } from "./registry.js";
import { watchProcess } from "./watch-process.js";

/** Values that are read whenever the metrics are read. */
export interface MetricsReadings {
  /** Number of row streams in progress. */
  readonly activeStreams: () => number;
  /** Mean delay of the event loop, in milliseconds. */
  readonly loopDelay: () => number;
  /** Used share of the memory limit; above 1, requests are refused. */
  readonly memoryShare: () => number;
}

/** Metrics in the format of Prometheus. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #requests: Count = this.#registry.counter("wellhead_requests_total", "Requests answered");
  readonly #seconds: Observe = this.#registry.histogram(
    "wellhead_request_duration_seconds",
    "Time from a request to the end of its answer",
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600],
  );
  readonly #errors: Count = this.#registry.counter(
    "wellhead_errors_total",
    "Requests answered with an error",
  );
  readonly #endings: Count = this.#registry.counter(
    "wellhead_stream_endings_total",
    "Streams of rows by how they ended: complete, marked as failed, cut, closed by the caller",
  );
  readonly #rows: Count = this.#registry.counter("wellhead_rows_total", "Rows sent");
  readonly #bytes: Count = this.#registry.counter(
    "wellhead_bytes_total",
    "Bytes of bodies sent, before compression",
  );
  readonly #refusals: Count = this.#registry.counter(
    "wellhead_refused_total",
    "Requests and connections refused because a maximum was reached",
  );
  readonly #holds: Count = this.#registry.counter(
    "wellhead_loop_holds_total",
    "How often code blocked the event loop for longer than maxLoopHold",
  );
  readonly #refreshes: Count = this.#registry.counter(
    "wellhead_refreshes_total",
    "Requests to refresh an account by how they ended",
  );
  readonly #storeEvents: Count = this.#registry.counter(
    "wellhead_store_events_total",
    "State that could not be shared, remembered or stored at once, by event",
  );
  readonly #throttles: Count = this.#registry.counter(
    "wellhead_throttled_total",
    "Requests delayed after too many failures of their caller, by what was counted",
  );

  /** Also starts to collect the metrics of the process. */
  constructor() {
    watchProcess(this.#registry);
  }

  /** @param readings - Values to read whenever the metrics are read */
  watch({ activeStreams, loopDelay, memoryShare }: MetricsReadings): void {
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
  }

  answered(request: AnsweredRequest): void {
    const { connector, endpoint, status, seconds, code, ending, rows, bytes } = request;
    this.#requests({ connector, endpoint, status });
    this.#seconds({ connector, endpoint }, seconds);
    if (code !== undefined) this.#errors({ connector, endpoint, code });
    if (ending !== undefined) this.#endings({ connector, ending });
    if (rows > 0) this.#rows({ connector }, rows);
    if (bytes > 0) this.#bytes({ connector }, bytes);
  }

  refused({ connector, reason }: RefusedCount): void {
    this.#refusals({ connector, reason });
  }

  held({ connector }: HeldCount): void {
    this.#holds({ connector });
  }

  stored(event: StoreEvent): void {
    this.#storeEvents({ event });
  }

  refreshed({ connector, outcome }: RefreshCount): void {
    this.#refreshes({ connector, outcome });
  }

  throttled({ connector, level }: ThrottleCount): void {
    this.#throttles({ connector, level });
  }

  /** @returns Media type and text of the metrics */
  text(): { readonly contentType: string; readonly body: string } {
    return { contentType: this.#registry.contentType, body: this.#registry.text() };
  }

  #gauge(name: string, help: string, read: () => number): void {
    this.#registry.watch({ name, help, type: "gauge", read: () => [{ value: read() }] });
  }
}
