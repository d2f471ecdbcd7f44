import { currentSpan, errorType, type Span } from "./span.js";

/** Facts about an attempt of a call when it starts. */
export interface AttemptFacts {
  readonly method: string;
  readonly url: URL;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds that the attempt waited for a limit or after a failure. */
  readonly waitMs: number;
}

/**
 * Starts the span of one attempt of a call to an upstream. Its address is limited to the host, because paths and queries
 * may contain secrets and data.
 *
 * @param facts - The attempt
 * @returns The span; `undefined` when the request is not traced
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span
 */
export function startCallSpan({ method, url, attempt, waitMs }: AttemptFacts): Span | undefined {
  return currentSpan()?.child({
    name: method,
    kind: "client",
    attributes: {
      "http.request.method": method,
      "server.address": url.hostname,
      "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
      "url.scheme": url.protocol.slice(0, -1),
      "http.request.resend_count": attempt > 1 ? attempt - 1 : undefined,
      "wellhead.wait.seconds": waitMs > 0 ? waitMs / 1000 : undefined,
    },
  });
}

/** How an attempt ended. */
export interface AttemptEnd {
  /** Status of the response; `undefined` when there was none. */
  readonly status: number | undefined;
  /** What made the attempt fail; `undefined` when it succeeded. */
  readonly error?: unknown;
  /** Whether the attempt was aborted because its result is not needed any more. Default: `false`. */
  readonly aborted?: boolean;
}

/**
 * Ends the span of an attempt.
 *
 * @param span - The span
 * @param end - How the attempt ended
 */
export function endCallSpan(span: Span | undefined, { status, error, aborted = false }: AttemptEnd): void {
  if (span === undefined) return;
  span.set({ "http.response.status_code": status });
  if (error === undefined) span.finish();
  else if (aborted) span.finish("aborted");
  else span.finish(status !== undefined && status >= 400 ? String(status) : errorType(error));
}
