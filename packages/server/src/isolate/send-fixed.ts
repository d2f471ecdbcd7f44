import type { FastifyReply, FastifyRequest } from "fastify";
import type { Host } from "../host/host.js";
import { RequestLog } from "../observe/logs/request-log.js";
import { type PreparedBody, preparedAnswer, withCommonHeaders } from "../request/answer.js";
import { requestIds } from "../wire/wire-request.js";

/** A response that the service can send without the worker. */
export interface SendFixedOptions {
  readonly host: Host;
  /** Id of the connector. */
  readonly connector: string;
  /** Path below the base address of the connector. */
  readonly path: string;
  readonly fixed: PreparedBody;
}

/**
 * Sends a response of an isolated connector that does not change while its worker runs.
 *
 * @param request - The request
 * @param reply - Its reply
 * @param options - The service and the response
 */
export function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, connector, path, fixed }: SendFixedOptions,
): void {
  const start = performance.now();
  const ids = requestIds(request);
  const answer = preparedAnswer(fixed, request.headers["if-none-match"]);
  const { status, headers, body } = withCommonHeaders(answer, ids.headers);
  if (host.draining) reply.header("connection", "close");
  reply.code(status).headers(headers).send(body);
  if (host.isOwn(request.raw)) return;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const endpoint = host.faces.find("GET", path)?.name ?? "none";
  const facts = { connector, method: request.method, endpoint, status, code: undefined, ending: undefined };
  new RequestLog({ log: host.options.log, ids, connector }).answered({
    method: request.method,
    endpoint,
    status,
    ms,
    bytes,
  });
  host.options.metrics.answered({ ...facts, seconds: ms / 1000, rows: 0, bytes });
}
