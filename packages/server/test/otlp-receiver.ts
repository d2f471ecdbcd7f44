import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A span as the receiver decoded it. Ids are hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** Number of the kind in the definitions: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Number of the status in the definitions: 0 unset, 2 error. */
  readonly status: number;
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, string | number>>;
}

/** A metric as the receiver decoded it, with the last value of each of its points. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly {
    readonly attributes: Readonly<Record<string, string | number>>;
    /** Value of a counter or gauge; number of observations of a histogram. */
    readonly value: number;
  }[];
}

/** What a receiver does with an export: takes it, or never responds. */
export type ReceiverMood = "accept" | "hang" | "fail";

/** A running receiver of OTLP over HTTP. */
export interface OtlpReceiver {
  readonly url: string;
  /** Every body, as it was received. */
  readonly bodies: readonly Buffer[];
  readonly spans: readonly ReceivedSpan[];
  /** The metrics of the last export. */
  readonly metrics: readonly ReceivedMetric[];
  /** Exports that were not responded to and whose sender still waits. */
  readonly waiting: ReadonlySet<ServerResponse>;
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string | null;
  readonly intValue?: { toString(): string } | null;
  readonly doubleValue?: number | null;
}
type KeyValues = readonly { readonly key: string; readonly value: Value }[];

interface DecodedSpan {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId?: Uint8Array | null;
  readonly name: string;
  readonly kind: number;
  readonly attributes: KeyValues;
  readonly status?: { readonly code?: number } | null;
}
interface DecodedPoint {
  readonly attributes: KeyValues;
  readonly asDouble?: number | null;
  readonly asInt?: { toString(): string } | null;
  readonly count?: { toString(): string } | null;
}
interface DecodedMetric {
  readonly name: string;
  readonly unit: string;
  readonly [data: string]: unknown;
}
interface Decoder<Message> {
  decode(bytes: Uint8Array): Message;
}
interface Definitions {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: {
          readonly v1: {
            readonly ExportTraceServiceRequest: Decoder<{
              readonly resourceSpans: readonly {
                readonly resource: { readonly attributes: KeyValues };
                readonly scopeSpans: readonly { readonly spans: readonly DecodedSpan[] }[];
              }[];
            }>;
          };
        };
        readonly metrics: {
          readonly v1: {
            readonly ExportMetricsServiceRequest: Decoder<{
              readonly resourceMetrics: readonly {
                readonly scopeMetrics: readonly { readonly metrics: readonly DecodedMetric[] }[];
              }[];
            }>;
          };
        };
      };
    };
  };
}

// Generated from the definitions that OpenTelemetry publishes, in a version of its package that has them; the package
// declares no types for them.
const definitions = createRequire(import.meta.url)(
  "otlp-definitions/build/src/generated/root.js",
) as Definitions;
const { collector } = definitions.opentelemetry.proto;

function valuesOf(attributes: KeyValues): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? doubleValue ?? Number(intValue?.toString()),
    ]),
  );
}

function spansIn(body: Buffer): ReceivedSpan[] {
  const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString("hex");
  return collector.trace.v1.ExportTraceServiceRequest.decode(body).resourceSpans.flatMap(
    ({ resource, scopeSpans }) =>
      scopeSpans
        .flatMap(({ spans }) => spans)
        .map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
          traceId: hex(traceId),
          spanId: hex(spanId),
          parentSpanId: hex(parentSpanId),
          name,
          kind,
          attributes: valuesOf(attributes),
          status: status?.code ?? 0,
          resource: valuesOf(resource.attributes),
        })),
  );
}

function metricsIn(body: Buffer): ReceivedMetric[] {
  const { resourceMetrics } = collector.metrics.v1.ExportMetricsServiceRequest.decode(body);
  return resourceMetrics
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
    .map((metric) => {
      // One of these members holds the points.
      const data = (metric["sum"] ?? metric["gauge"] ?? metric["histogram"]) as {
        readonly dataPoints: readonly DecodedPoint[];
      };
      const points = data.dataPoints.map(({ attributes, asDouble, asInt, count }) => ({
        attributes: valuesOf(attributes),
        value: asDouble ?? Number((asInt ?? count)?.toString()),
      }));
      return { name: metric.name, unit: metric.unit, points };
    });
}

/**
 * Starts a receiver of OTLP over HTTP with protobuf on a free port.
 *
 * @param mood - What it does with exports
 * @returns The receiver
 */
export async function startOtlpReceiver(mood: ReceiverMood = "accept"): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const spans: ReceivedSpan[] = [];
  let metrics: readonly ReceivedMetric[] = [];
  const waiting = new Set<ServerResponse>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    bodies.push(body, Buffer.from(JSON.stringify(request.rawHeaders)));
    if (request.url === "/v1/traces") spans.push(...spansIn(body));
    if (request.url === "/v1/metrics") metrics = metricsIn(body);
    if (mood !== "hang") {
      response.writeHead(mood === "fail" ? 400 : 200, { "content-type": "application/x-protobuf" }).end();
      return;
    }
    waiting.add(response);
    response.once("close", () => waiting.delete(response));
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans,
    get metrics() {
      return metrics;
    },
    waiting,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
