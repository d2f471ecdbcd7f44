import { type Meter, metrics } from "@opentelemetry/api";
import type {
  AnsweredRequest,
  HeldCount,
  Metrics,
  MetricsReadings,
  RefreshCount,
  RefusedCount,
  ThrottleCount,
} from "../metrics/metrics.js";

/** Upper bounds that the convention recommends, in seconds, and longer ones for streams of rows. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 120, 600];

/** The methods that the convention knows; any other is `_OTHER`. */
const knownMethods: ReadonlySet<string | undefined> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

/**
 * @param method - HTTP method; `undefined` when it could not be read
 * @returns The value of `http.request.method`
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/http/
 */
export function methodAttribute(method: string | undefined): string {
  return method !== undefined && knownMethods.has(method) ? method : "_OTHER";
}

/**
 * Metrics of the OpenTelemetry API. What the semantic conventions name has their names; the rest begins with
 * `wellhead.`.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/
 */
export class OtelMetrics implements Metrics {
  readonly #meter: Meter;
  readonly #seconds;
  readonly #counters;

  /** Creates the instruments. */
  constructor() {
    this.#meter = metrics.getMeter("wellhead");
    this.#seconds = this.#meter.createHistogram("http.server.request.duration", {
      unit: "s",
      description: "Time from a request to the end of its response",
      advice: { explicitBucketBoundaries: boundaries },
    });
    this.#counters = {
      rows: this.#counter("wellhead.rows", "{row}", "Rows sent"),
      bytes: this.#counter("wellhead.body.size", "By", "Bytes of bodies sent, before compression"),
      endings: this.#counter("wellhead.stream.endings", "{stream}", "Streams of rows by how they ended"),
      refused: this.#counter(
        "wellhead.refused",
        "{request}",
        "Requests and connections refused at a maximum",
      ),
      held: this.#counter("wellhead.loop.holds", "{hold}", "Times that code blocked the event loop too long"),
      stored: this.#counter("wellhead.store.events", "{event}", "State that could not be shared or stored"),
      refreshed: this.#counter("wellhead.refreshes", "{refresh}", "Refreshes of accounts by outcome"),
      throttled: this.#counter("wellhead.throttled", "{request}", "Requests delayed after too many failures"),
    };
  }

  /** @param readings - Values to read whenever the metrics are exported */
  watch({ activeStreams, loopDelay, memoryShare, upstreamConnections }: MetricsReadings): void {
    const gauge = (name: string, options: { unit: string; description: string }, read: () => number): void =>
      this.#meter.createObservableGauge(name, options).addCallback((result) => result.observe(read()));
    gauge(
      "wellhead.streams.active",
      { unit: "{stream}", description: "Streams of rows in progress" },
      activeStreams,
    );
    gauge(
      "nodejs.eventloop.delay.mean",
      { unit: "s", description: "Mean delay of the event loop in the last second" },
      () => loopDelay() / 1000,
    );
    gauge(
      "wellhead.memory.share",
      { unit: "1", description: "Used share of the memory that may be used" },
      memoryShare,
    );
    gauge(
      "wellhead.upstream.connections",
      { unit: "{connection}", description: "Open connections to upstreams" },
      upstreamConnections,
    );
  }

  answered(request: AnsweredRequest): void {
    const { connector, method, endpoint, status, seconds, code, ending, rows, bytes } = request;
    const { rows: rowCounter, bytes: byteCounter, endings } = this.#counters;
    this.#seconds.record(seconds, {
      "http.request.method": methodAttribute(method),
      "http.response.status_code": status,
      "wellhead.connector": connector,
      "wellhead.endpoint": endpoint,
      ...(code !== undefined && { "error.type": code }),
    });
    const labels = { "wellhead.connector": connector };
    if (ending !== undefined) endings.add(1, { ...labels, "wellhead.stream.ending": ending });
    if (rows > 0) rowCounter.add(rows, labels);
    if (bytes > 0) byteCounter.add(bytes, labels);
  }

  refused({ connector, reason, limit }: RefusedCount): void {
    this.#counters.refused.add(1, {
      "wellhead.connector": connector,
      "wellhead.reason": reason,
      ...(limit !== undefined && { "wellhead.limit": limit }),
    });
  }

  held({ connector }: HeldCount): void {
    this.#counters.held.add(1, { "wellhead.connector": connector });
  }

  stored(event: Parameters<Metrics["stored"]>[0]): void {
    this.#counters.stored.add(1, { "wellhead.event": event });
  }

  refreshed({ connector, outcome }: RefreshCount): void {
    this.#counters.refreshed.add(1, { "wellhead.connector": connector, "wellhead.outcome": outcome });
  }

  throttled({ connector, level }: ThrottleCount): void {
    this.#counters.throttled.add(1, { "wellhead.connector": connector, "wellhead.level": level });
  }

  #counter(name: string, unit: string, description: string): ReturnType<Meter["createCounter"]> {
    return this.#meter.createCounter(name, { unit, description });
  }
}
