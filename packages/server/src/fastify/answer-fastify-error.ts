import type { ErrorCode } from "@wellhead/contract";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { failedAnswer, withCommonHeaders } from "../answer/answer.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../logs/request-log.js";
import { malformedRequest } from "../request/read-member.js";
import { requestIds } from "../request/wire-request.js";
import { awaitsHooks } from "../stream/pass-hooks.js";
import { wasRefused } from "./answer-client-error.js";
import { pathOf } from "./destination.js";

/** An error that Fastify raised outside of a handler. */
export interface FastifyFailure {
  readonly error: FastifyError | ConnectorError;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly host: Host;
  /** Id of the connector; `undefined` if the request reached no connector. */
  readonly connector?: string | undefined;
}

/**
 * Answers an error that Fastify raised, in the error shape of the contract.
 *
 * @param failure - The error, its request and reply
 * @returns The reply
 * @see The connector contract, "Errors"
 */
export function answerFastifyError(failure: FastifyFailure): FastifyReply {
  const { request, reply, host, connector } = failure;
  const ids = requestIds(request);
  const log = new RequestLog({ log: host.options.log, ids, connector });
  // Outside of a connector's prefix, no face is known.
  const { errorBody } = host.faces.of(connector === undefined ? undefined : pathOf(request));
  const { answer, code } = failedAnswer(translate(failure), { errorBody, log, requestId: ids.id });
  const { status, headers, body } = withCommonHeaders(answer, ids.headers);
  if (awaitsHooks(reply) || wasRefused(request.raw)) return reply.code(status).headers(headers).send(body);
  log.answered({ method: request.method, endpoint: "none", status, ms: 0, code });
  host.options.metrics.answered({
    connector: connector ?? "",
    method: request.method,
    endpoint: "none",
    status,
    seconds: 0,
    code,
    ending: undefined,
    rows: 0,
    bytes: 0,
  });
  return reply.code(status).headers(headers).send(body);
}

/**
 * Error codes by the status with which hooks of an application refuse a request, such as its own rate limit or sign-in.
 */
const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [401, "caller_unauthorized"],
  [403, "caller_forbidden"],
  [404, "not_found"],
  [429, "rate_limited"],
  [503, "unavailable"],
]);

function translate({ error, reply, host }: FastifyFailure): unknown {
  if (isConnectorError(error)) return error;
  const { code, statusCode = 500 } = error;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || statusCode === 413) {
    return new ConnectorError(
      "body_too_large",
      `Could not read the body: it has more than ${host.options.limits.maxBodyBytes} bytes. Send a smaller one.`,
    );
  }
  if (statusCode === 415) {
    return new ConnectorError(
      "unsupported_media_type",
      "Could not read the body: expected the Content-Type application/json, got another.",
    );
  }
  const refused = codes.get(statusCode);
  if (refused !== undefined) {
    const retryAfter = Number(reply.getHeader("retry-after") ?? Number.NaN);
    return new ConnectorError(refused, error.message, { ...(retryAfter >= 0 && { retryAfter }) });
  }
  return statusCode >= 400 && statusCode < 500
    ? malformedRequest("Could not read the request: it breaks the rules of HTTP.")
    : error;
}
