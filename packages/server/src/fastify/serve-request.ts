import type { FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../callers/guard-requests.js";
import { RequestControl } from "../deadline/request-control.js";
import type { ServedConnector } from "../endpoints/served-connector.js";
import { answerRequest } from "../exchange/answer-request.js";
import type { Exchange } from "../exchange/exchange.js";
import type { Host } from "../host/host.js";
import { type SentAnswer, sendStream, sendValue } from "./send-answer.js";
import { toWireRequest } from "./to-wire-request.js";
import { watchCaller } from "./watch-caller.js";

/**
 * Makes the handler of a connector's requests.
 *
 * @param host - The service
 * @param served - The connector
 * @returns The handler
 */
export function serveRequest(
  host: Host,
  served: ServedConnector,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const control = new RequestControl(host.deadlines);
    const open = { host, request, reply, control, start: performance.now() };
    await host.arrivals.allRead();
    const exchange = answerRequest(toWireRequest(request), {
      host,
      served,
      control,
      caller: callerOf(request.raw),
    });
    if (exchange instanceof Promise) return finishLater(open, exchange);
    if (exchange.answer?.kind === "stream") return finishLater(open, Promise.resolve(exchange));
    record(open, exchange, sendValue(reply, exchange.answer, host));
    host.requests.remove(control);
    return undefined;
  };
}

/** A request that is being answered. */
interface OpenRequest {
  readonly host: Host;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly control: RequestControl;
  readonly start: number;
}

function send({ reply, host }: OpenRequest, { answer, log }: Exchange): SentAnswer | Promise<SentAnswer> {
  if (answer?.kind === "stream") return sendStream(reply, answer, { host, log });
  return sendValue(reply, answer, host);
}

async function finishLater(open: OpenRequest, coming: Promise<Exchange>): Promise<void> {
  const { host, request, control } = open;
  const release = watchCaller(request.raw.socket, control);
  try {
    const exchange = await coming;
    record(open, exchange, await send(open, exchange));
  } finally {
    release();
    control.release();
    host.requests.remove(control);
  }
}

/** What stands for the status where the caller left before there was one. */
const callerLeft = 499;

function record({ host, request, start }: OpenRequest, exchange: Exchange, sent: SentAnswer): void {
  if (host.isOwn(request.raw)) return;
  const { log, endpoint, connector, answer, source, code } = exchange;
  const status = answer?.status ?? callerLeft;
  const ms = performance.now() - start;
  const { rows, ending = answer === undefined ? "gone" : undefined, thrown } = sent.rows ?? {};
  if (thrown !== undefined && ending !== "gone") log.failed("Send rows: they ended early", thrown, "warn");
  log.answered({
    method: request.method,
    endpoint,
    source,
    status,
    ms: Math.round(ms * 10) / 10,
    bytes: sent.bytes,
    rows,
    ending,
    code,
  });
  host.options.metrics.answered({
    connector,
    endpoint,
    status,
    seconds: ms / 1000,
    code,
    ending,
    rows: rows ?? 0,
    bytes: sent.bytes,
  });
}
