import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@wellhead/contract";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Connections } from "../host/connections.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../observe/logs/request-log.js";
import { errorAnswer, failedAnswer, type ValueAnswer, withCommonHeaders } from "../request/answer.js";
import { awaitsHooks } from "../stream/pass-hooks.js";
import { malformedRequest } from "../wire/parse-body.js";
import { type RequestIds, requestIds } from "../wire/wire-request.js";
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

/** Error messages by the code of Node's parser. Any other code means that the bytes are not HTTP. */
const sentences: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "Could not read the request: it did not arrive in time."],
]);

function headersTooLong(): ConnectorError {
  return new ConnectorError("headers_too_large", "Could not read the request: its headers are too long.");
}

/** Connections whose last response was written by {@link writeLast}. */
const answered = new WeakSet<Socket>();

/** The methods that connectors answer. */
const methods = "GET, HEAD, POST, OPTIONS";

/** A connection whose request no route can answer. */
export interface BareConnection {
  readonly socket: Socket;
  readonly host: Host;
  readonly connections: Connections;
}

/**
 * Answers bytes that are not an HTTP request, or a request that never arrives completely, in the error shape of the
 * contract. The response is sent after those to earlier requests. Then the connection is closed, and destroyed if the
 * other side does not close it in time.
 *
 * @param connection - The connection
 * @param error - Error of Node's parser
 * @see The connector contract, "Errors"
 */
export function answerClientError(
  connection: BareConnection,
  error: Error & { readonly code?: string },
): void {
  if (error.code === "ECONNRESET" || !connection.socket.writable) {
    connection.socket.destroy();
    return;
  }
  const sentence =
    sentences.get(error.code ?? "") ?? "Could not read the request: expected HTTP, got other bytes.";
  const refused = error.code === "HPE_HEADER_OVERFLOW" ? headersTooLong() : malformedRequest(sentence);
  writeLast(connection, { error: refused, ids: requestIds({ headers: {} }) });
}

/**
 * Answers a CONNECT request, for which Node provides no response object, and closes the connection.
 *
 * @param connection - The connection
 * @param request - The request
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
 */
export function answerConnect(connection: BareConnection, request: IncomingMessage): void {
  connection.socket.on("error", () => connection.socket.destroy());
  // Discard what the caller sends into the tunnel. If it were not read, the end of the connection would not be noticed.
  connection.socket.resume();
  const error = new ConnectorError(
    "method_not_allowed",
    `Could not answer CONNECT: this service does not open tunnels. Use one of ${methods}.`,
  );
  writeLast(connection, { error, ids: requestIds(request), method: "CONNECT", allow: methods });
}

/**
 * Answers a request with an `Expect` header that is not `100-continue`, in the error shape of the contract.
 *
 * @param request - The request
 * @param response - Its response
 * @param host - The service
 */
export function answerExpectation(request: IncomingMessage, response: ServerResponse, host: Host): void {
  const error = malformedRequest(
    'Could not read the request: expected "Expect: 100-continue" or no "Expect" header, got another.',
  );
  const {
    status,
    headers,
    body = "",
  } = refusal(host, {
    error,
    ids: requestIds(request),
    method: request.method,
  });
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...headers, "content-length": length, connection: "close" });
  response.end(body);
}

/**
 * Reports whether a request was already refused because its body is not valid HTTP. Fastify sees it fail again when the
 * connection closes.
 *
 * @param request - The request
 * @returns Whether it was answered, logged and counted
 */
function wasRefused({ socket, complete }: IncomingMessage): boolean {
  return !complete && answered.has(socket);
}

/** A request that is refused when at most its head is known. */
interface Refused {
  readonly error: ConnectorError;
  readonly ids: RequestIds;
  readonly method?: string | undefined;
  /** Methods to name in `Allow`. */
  readonly allow?: string;
}

/** Creates the response to a refused request, and logs and counts the request. */
function refusal(host: Host, { error, ids, method, allow }: Refused): ValueAnswer {
  const answer = errorAnswer(error, {
    errorBody: host.faces.of().errorBody,
    requestId: ids.id,
    scrub: (text) => text,
    ...(allow !== undefined && { allow }),
  });
  const { status } = answer;
  const { log, metrics } = host.options;
  const { code } = error;
  new RequestLog({ log, ids }).answered({ method, endpoint: "none", status, ms: 0, code });
  const facts = { connector: "", method, endpoint: "none", status, code };
  metrics.answered({ ...facts, seconds: 0, ending: undefined, rows: 0, bytes: 0 });
  return withCommonHeaders(answer, ids.headers);
}

/** Writes a response after those to earlier requests, and closes the connection. */
function writeLast({ socket, host, connections }: BareConnection, refused: Refused): void {
  const { status, headers, body = "" } = refusal(host, refused);
  answered.add(socket);
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  connections.afterAnswers(socket, () => {
    if (socket.writable)
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body.toString()}`,
      );
    setTimeout(() => socket.destroy(), host.options.limits.closeTimeout).unref();
  });
}
