import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ConnectorError } from "@wellhead/sdk";
import { errorAnswer, type ValueAnswer, withCommonHeaders } from "../answer/answer.js";
import type { Connections } from "../host/connections.js";
import type { Host } from "../host/host.js";
import { RequestLog } from "../logs/request-log.js";
import { malformedRequest } from "../request/read-member.js";
import { type RequestIds, requestIds } from "../request/wire-request.js";

/** Error messages by the code of Node's parser. Any other code means that the bytes are not HTTP. */
const sentences: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "Could not read the request: its headers are too long."],
  ["ERR_HTTP_REQUEST_TIMEOUT", "Could not read the request: it did not arrive in time."],
]);

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
  writeLast(connection, { error: malformedRequest(sentence), ids: requestIds({ headers: {} }) });
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
export function wasRefused({ socket, complete }: IncomingMessage): boolean {
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
