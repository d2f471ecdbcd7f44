import { AsyncLocalStorage } from "node:async_hooks";
import { isConnectorError } from "@wellhead/sdk";

/** Facts about a span, by name. An `undefined` value is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** What a span is called, and what it knows from the start. */
export interface SpanStart {
  /** Name from a fixed set, so that spans of the same kind can be grouped. */
  readonly name: string;
  /** `client` for a request to another service. Default: `internal`. */
  readonly kind?: "client" | "internal";
  readonly attributes?: SpanAttributes;
}

/** A part of a request whose time is measured, as OpenTelemetry defines a span. */
export interface Span {
  /** The ids that the lines of the log have in common with the trace. */
  readonly ids: { readonly traceId: string; readonly spanId: string };
  /** Starts a span that belongs to this one. */
  child(start: SpanStart): Span;
  /** Adds facts. Secrets of the request are removed from texts. */
  set(attributes: SpanAttributes): void;
  /**
   * Ends the span.
   *
   * @param error - Code of the error with which its work failed; `undefined` when it succeeded
   */
  finish(error?: string): void;
  /** Sets what removes the secrets of the request from texts, for this span and the spans that belong to it. */
  scrubWith(scrub: (text: string) => string): void;
  /** @returns Headers that let another process continue the trace */
  headers(): Readonly<Record<string, string>>;
}

const current = new AsyncLocalStorage<Span>();

/** @returns The span of the current work; `undefined` when the work is not traced */
export function currentSpan(): Span | undefined {
  return current.getStore();
}

/**
 * Runs work as part of a span, which the caller ends.
 *
 * @param span - The span; `undefined` runs the work without one
 * @param work - The work; its timers and promises belong to the span too
 * @returns What the work returns
 */
export function withSpan<Value>(span: Span | undefined, work: () => Value): Value {
  return span === undefined ? work() : current.run(span, work);
}

/**
 * Runs work in a span of its own, below the current one. Without a current span it only runs the work.
 *
 * @param start - Name and first facts of the span
 * @param work - The work, which receives the span to add facts
 * @returns What the work returns; the span ends when that promise settles
 */
export async function traced<Value>(
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Value>,
): Promise<Value> {
  const span = current.getStore()?.child(start);
  if (span === undefined) return await work(undefined);
  try {
    const value = await current.run(span, () => work(span));
    span.finish();
    return value;
  } catch (error) {
    span.finish(errorType(error));
    throw error;
  }
}

/**
 * The same as {@link traced} for work that is done when it returns.
 *
 * @param start - Name and first facts of the span
 * @param work - The work
 * @returns What the work returns
 */
export function tracedSync<Value>(start: SpanStart, work: (span: Span | undefined) => Value): Value {
  const span = current.getStore()?.child(start);
  if (span === undefined) return work(undefined);
  try {
    const value = current.run(span, () => work(span));
    span.finish();
    return value;
  } catch (error) {
    span.finish(errorType(error));
    throw error;
  }
}

/**
 * Classifies an error for a span. Its message is left out, because it may quote what a user entered.
 *
 * @param error - What was thrown
 * @returns The code of the error; `internal` for an error without one
 */
export function errorType(error: unknown): string {
  return isConnectorError(error) ? error.code : "internal";
}

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
