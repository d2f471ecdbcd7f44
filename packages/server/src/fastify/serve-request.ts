import { type Span, traced, withSpan } from "@wellhead/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../callers/caller-guard.js";
import { RequestControl, watchCaller } from "../deadline/request-control.js";
import { answerRequest, type Exchange } from "../host/answer-request.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../observe/logs/request-log.js";
import { accountFieldsOf } from "../request/account/account-key.js";
import type { ServedConnector } from "../request/request-scope.js";
import type { SentRows } from "../stream/send-rows.js";
import { requestIds } from "../wire/wire-request.js";
import { type Admitted, admitRequest } from "./admit-request.js";
import { pathOf, toWireRequest } from "./destination.js";
import { type SentAnswer, sendReused, sendStream, sendValue } from "./send-answer.js";

/**
 * Creates the handler of the requests to a connector that runs in this process.
 *
 * @param host - The service
 * @param served - The connector
 * @returns The handler
 */
export function serveRequest(
  host: Host,
  served: ServedConnector,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const accountFields = accountFieldsOf(served.connector);
  return (request, reply) => {
    const start = performance.now();
    admitRequest({ host, connector: served.connector.id, accountFields, request, reply }, (slot) => {
      const control = new RequestControl(host.deadlines);
      control.metered = slot.metered;
      control.activity.since = start;
      const span = beginSpan(host, { request, connector: served.connector.id, start });
      withSpan(span, () => serve({ host, request, reply, control, served, slot, start, span }));
    });
  };
}

/** Answers a request that has begun. Most responses are ready synchronously, which saves a promise. */
function serve(open: OpenRequest): void {
  const { host, request, reply, control, served, slot } = open;
  served.uses.enter();
  try {
    const caller = callerOf(request);
    const exchange = answerRequest(toWireRequest(request), { host, served, control, caller });
    if (exchange instanceof Promise || exchange.answer?.kind === "stream") {
      void finishLater(open, exchange);
      return;
    }
    record(open, exchange, sendValue(reply, exchange.answer, host));
  } catch (error) {
    cutOff(open, error);
  }
  slot.leave();
  finish(open);
}

function finish({ host, control, served }: OpenRequest): void {
  host.requests.remove(control);
  served.uses.leave();
}

/** A request that is being answered. */
interface OpenRequest {
  readonly host: Host;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly control: RequestControl;
  readonly served: ServedConnector;
  readonly slot: Admitted;
  readonly start: number;
  readonly span: Span | undefined;
}

function send(
  { reply, host, served, slot }: OpenRequest,
  { answer, scope }: Exchange,
): SentAnswer | Promise<SentAnswer> {
  const connector = served.connector.id;
  if (answer?.kind === "stream")
    return traced({ name: "stream" }, async (span) => {
      const sent = await sendStream(reply, answer, { host, log: scope.log, connector, pace: slot.pace });
      if (span !== undefined) endStreamSpan(span, sent.rows);
      return sent;
    });
  if (answer !== undefined && "release" in answer) return sendReused(reply, answer, host);
  return sendValue(reply, answer, host);
}

async function finishLater(open: OpenRequest, coming: Exchange | Promise<Exchange>): Promise<void> {
  const { request, control, slot } = open;
  const release = watchCaller(request.raw.socket, control);
  try {
    let exchange: Exchange;
    try {
      exchange = await coming;
    } finally {
      slot.leave();
    }
    const sent = send(open, exchange);
    record(open, exchange, sent instanceof Promise ? await sent : sent);
  } catch (error) {
    cutOff(open, error);
  } finally {
    release();
    control.release();
    finish(open);
  }
}

/**
 * Ends a request whose response failed in code that must not fail: sending, logging or counting. The connection is
 * closed, and the request is logged and counted like every other.
 */
function cutOff({ host, reply, request, served, start, span }: OpenRequest, error: unknown): void {
  reply.raw.destroy();
  span?.finish("internal");
  const status = reply.raw.headersSent ? reply.raw.statusCode : 500;
  const seconds = (performance.now() - start) / 1000;
  const { method } = request;
  const facts = { connector: served.connector.id, method, endpoint: "none", status, code: "internal" };
  try {
    host.options.metrics.answered({ ...facts, seconds, ending: "cut", rows: 0, bytes: 0 });
    const { log } = host.options;
    new RequestLog({ log, ids: requestIds(request), connector: served.connector.id }).failed(
      "Could not finish the answer: the connection was cut.",
      error,
      "error",
    );
  } catch {
    // The connection is already closed, so nothing more can be done.
  }
}

/** Reported as the status if the caller left before there was a response. */
const callerLeft = 499;

function record(open: OpenRequest, exchange: Exchange, sent: SentAnswer): void {
  const { host, request, reply, start, span } = open;
  if (host.isOwn(request.raw)) return;
  const { scope, answer, code } = exchange;
  const { log, endpoint } = scope;
  const connector = scope.served.connector.id;
  const status = answer === undefined ? callerLeft : reply.statusCode;
  const ms = performance.now() - start;
  const { rows, ending = answer === undefined ? "gone" : undefined, thrown } = sent.rows ?? {};
  if (ending === "marked" || ending === "cut")
    log.failed("Could not send all rows: they ended early.", thrown, "warn");
  warnOfExtremes(open, { ms, bytes: sent.bytes, rows, endpoint, log });
  log.answered({
    method: request.method,
    endpoint,
    status,
    ms: Math.round(ms * 10) / 10,
    bytes: sent.bytes,
    rows,
    ending,
    code,
  });
  host.options.metrics.answered({
    connector,
    method: request.method,
    endpoint,
    status,
    seconds: ms / 1000,
    code,
    ending,
    rows: rows ?? 0,
    bytes: sent.bytes,
  });
  if (span !== undefined)
    endRequestSpan(span, { endpoint, status, code, rows: sent.rows, bytes: sent.bytes });
}

interface Extremes {
  readonly ms: number;
  readonly bytes: number;
  readonly rows: number | undefined;
  readonly endpoint: string;
  readonly log: RequestLog;
}

/** Warns of a response that took longer or was larger than the operator expects. */
function warnOfExtremes({ host, control }: OpenRequest, { ms, bytes, rows, endpoint, log }: Extremes): void {
  const { slowAnswerTime, largeAnswerBytes } = host.options.limits;
  const isSlow = slowAnswerTime > 0 && ms >= slowAnswerTime;
  const isLarge = largeAnswerBytes > 0 && bytes >= largeAnswerBytes;
  if (!isSlow && !isLarge) return;
  const waited = Math.round(control.readerWaitMs);
  const details = { endpoint, source: log.source, ms: Math.round(ms), callerMs: waited, bytes, rows };
  log.warn(isSlow ? "A response was slow." : "A response was large.", details);
}

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
interface RequestOutcome {
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
function endRequestSpan(span: Span, { endpoint, status, code, rows, bytes }: RequestOutcome): void {
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
function endStreamSpan(span: Span, rows: SentRows | undefined): void {
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
