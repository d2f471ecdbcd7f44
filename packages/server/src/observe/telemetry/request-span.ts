import {
  type Span as ApiSpan,
  type AttributeValue,
  type Context,
  propagation,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Span, SpanAttributes, SpanStart } from "@wellhead/runtime";

/** What all spans of one request share. */
export interface RequestTrace {
  readonly tracer: Tracer;
  /** Removes the secrets of the request from texts, as far as they are known. */
  scrub: (text: string) => string;
}

/** A span of the OpenTelemetry API. */
export class RequestSpan implements Span {
  readonly #span: ApiSpan;
  readonly #context: Context;
  readonly #trace: RequestTrace;
  #ended = false;

  /**
   * @param span - The span
   * @param context - The context it was started in
   * @param shared - What all spans of the request share
   */
  constructor(span: ApiSpan, context: Context, shared: RequestTrace) {
    this.#span = span;
    this.#context = trace.setSpan(context, span);
    this.#trace = shared;
  }

  get ids(): { readonly traceId: string; readonly spanId: string } {
    const { traceId, spanId } = this.#span.spanContext();
    return { traceId, spanId };
  }

  child({ name, kind, attributes }: SpanStart): Span {
    const span = this.#trace.tracer.startSpan(
      name,
      { kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL },
      this.#context,
    );
    const child = new RequestSpan(span, this.#context, this.#trace);
    if (attributes !== undefined) child.set(attributes);
    return child;
  }

  set(attributes: SpanAttributes): void {
    if (!this.#span.isRecording()) return;
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) this.#span.setAttribute(name, this.#clean(value));
  }

  finish(error?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    if (error !== undefined) {
      this.#span.setAttribute("error.type", error);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }

  scrubWith(scrub: (text: string) => string): void {
    this.#trace.scrub = scrub;
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    propagation.inject(this.#context, headers);
    return headers;
  }

  #clean(value: string | number): AttributeValue {
    return typeof value === "string" ? this.#trace.scrub(value) : value;
  }
}
