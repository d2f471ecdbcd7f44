import type { Span } from "@wellhead/runtime";
import type { FastifyRequest } from "fastify";
import type { Host } from "../host/host.js";
import type { SentRows } from "../stream/send-rows.js";
import { pathOf } from "./destination.js";

/** A request that has been admitted. */
export interface AdmittedRequest {
  readonly request: FastifyRequest;
  /** Id of the connector. */
  readonly connector: string;
  /** When it arrived, in terms of `performance.now()`. */
  readonly start: number;
}

/**
 * Starts the span of a request.
 *
 * @param host - The service
 * @param admitted - The request
 * @returns The span; `undefined` when requests are not traced, or the service sent this one to itself
 */
export function beginSpan(host: Host, { request, connector, start }: AdmittedRequest): Span | undefined {
  const { telemetry } = host.options;
  if (telemetry === undefined || host.isOwn(request.raw)) return undefined;
  const { method, headers } = request;
  const path = host.faces.find(method, pathOf(request))?.path;
  return telemetry.begin({ method, headers, connector, path, start });
}

/** Outcome of a request. */
export interface RequestOutcome {
  /** Name of the endpoint; `none` when the path matches no endpoint. */
  readonly endpoint: string;
  readonly status: number;
  /** Error code, if the response is an error. */
  readonly code: string | undefined;
  /** How the rows ended; `undefined` when there were none. */
  readonly rows: SentRows | undefined;
  /** Bytes of the body before compression. */
  readonly bytes: number;
}

/**
 * Ends the span of a request. A mistake of the caller is not an error of the span.
 *
 * @param span - The span
 * @param outcome - How the request ended
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status
 */
export function endRequestSpan(span: Span, { endpoint, status, code, rows, bytes }: RequestOutcome): void {
  span.set({
    "http.response.status_code": status,
    "wellhead.endpoint": endpoint,
    "wellhead.error.code": code,
    "wellhead.rows": rows?.rows,
    "wellhead.body.size": bytes,
    "wellhead.stream.ending": rows?.ending,
  });
  span.finish(status >= 500 ? (code ?? String(status)) : failedEnding(rows));
}

/**
 * Ends the span of a stream of rows.
 *
 * @param span - The span
 * @param rows - How the stream ended; `undefined` when a hook of the application replaced it
 */
export function endStreamSpan(span: Span, rows: SentRows | undefined): void {
  span.set({
    "wellhead.rows": rows?.rows,
    "wellhead.body.size": rows?.bytes,
    "wellhead.stream.ending": rows?.ending,
  });
  span.finish(failedEnding(rows));
}

/** Returns the ending of a stream that failed. A stream that its caller left did not. */
function failedEnding(rows: SentRows | undefined): string | undefined {
  return rows?.ending === "marked" || rows?.ending === "cut" ? rows.ending : undefined;
}
