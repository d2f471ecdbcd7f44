import type { FastifyReply, FastifyRequest } from "fastify";
import { withCommonHeaders } from "../exchange/with-common-headers.js";
import { describedAnswer } from "../faces/reports/endpoints/application.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../logs/request-log.js";
import { requestIds } from "../request/request-ids.js";
import type { PreparedBody } from "../scope/served-connector.js";

/** A description that the service can return without the worker. */
export interface DescribeIsolatedOptions {
  readonly host: Host;
  /** Id of the connector. */
  readonly connector: string;
  readonly application: PreparedBody;
}

/**
 * Responds to GET / of an isolated connector whose description does not change while its worker runs.
 *
 * @param request - The request
 * @param reply - Its reply
 * @param options - The service and the description
 */
export function describeIsolated(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, connector, application }: DescribeIsolatedOptions,
): void {
  const start = performance.now();
  const ids = requestIds(request);
  const answer = describedAnswer(application, request.headers["if-none-match"]);
  const { status, headers, body } = withCommonHeaders(answer, ids.headers);
  if (host.draining) reply.header("connection", "close");
  reply.code(status).headers(headers).send(body);
  if (host.isOwn(request.raw)) return;
  const ms = Math.round((performance.now() - start) * 10) / 10;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const facts = { connector, endpoint: "application", status, code: undefined, ending: undefined };
  new RequestLog({ log: host.options.log, ids, connector }).answered({
    method: request.method,
    endpoint: "application",
    status,
    ms,
    bytes,
  });
  host.options.metrics.answered({ ...facts, seconds: ms / 1000, rows: 0, bytes });
}
