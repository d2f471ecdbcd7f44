import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServedConnector } from "../endpoints/served-connector.js";
import { answerRequest } from "../exchange/answer-request.js";
import type { Exchange } from "../exchange/exchange.js";
import type { Host } from "../host/host.js";
import { callerController } from "./caller-controller.js";
import { type SentAnswer, sendAnswer } from "./send-answer.js";
import { toWireRequest } from "./to-wire-request.js";

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
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const start = performance.now();
    const { controller, release } = callerController(request, reply);
    try {
      const exchange = await answerRequest(toWireRequest(request), { host, served, controller });
      record({ host, exchange, sent: await sendAnswer(reply, exchange, host), request, start });
    } finally {
      release();
      host.requests.remove(controller);
    }
    return reply;
  };
}

/** What stands for the status where the caller left before there was one. */
const callerLeft = 499;

/** A request that has been answered. */
interface Answered {
  readonly host: Host;
  readonly exchange: Exchange;
  readonly sent: SentAnswer;
  readonly request: FastifyRequest;
  readonly start: number;
}

function record({ host, exchange, sent, request, start }: Answered): void {
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
    ...(rows !== undefined && { rows }),
    ...(ending !== undefined && { ending }),
    ...(code !== undefined && { code }),
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
