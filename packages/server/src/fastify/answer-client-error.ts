import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorAnswer } from "../answer/error-answer.js";
import type { Connections } from "../host/connections.js";
import { malformedRequest } from "../request/malformed-request.js";

/** What went wrong, by the code of Node's parser; all else is text that is no HTTP. */
const sentences: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "Read request: found headers that are too long, wanted shorter ones"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "Read request: it did not arrive in time, wanted it faster"],
]);

/** A connection whose bytes could not be read. */
export interface ClientFailure {
  /** What Node's parser found. */
  readonly error: Error & { readonly code?: string };
  readonly socket: Socket;
  readonly connections: Connections;
  /** How long the other side may take to close the connection, in milliseconds. */
  readonly closeTimeout: number;
}

/**
 * Answers bytes that are not an HTTP request, or one that never arrives whole, in the one error shape, after the requests
 * before it, and closes the connection: it is destroyed when the other side does not close it in time.
 *
 * @param failure - The connection and what is wrong with it
 * @see The connector contract, "Errors"
 */
export function answerClientError({ error, socket, connections, closeTimeout }: ClientFailure): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  connections.afterAnswers(socket, () => {
    const sentence =
      sentences.get(error.code ?? "") ?? "Read request: found bytes that are no HTTP request, wanted one";
    if (socket.writable) socket.end(messageOf(sentence));
    setTimeout(() => socket.destroy(), closeTimeout).unref();
  });
}

function messageOf(sentence: string): string {
  const requestId = randomUUID();
  const { headers, body = "" } = errorAnswer(malformedRequest(sentence), {
    requestId,
    scrub: (text) => text,
  });
  const lines = Object.entries({
    ...headers,
    "cache-control": "no-store",
    "x-correlationid": requestId,
    "x-request-id": requestId,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body.toString()}`;
}

/**
 * Answers a request with an `Expect` header that is not `100-continue`, in the one error shape.
 *
 * @param response - Response of the request
 */
export function answerExpectation(response: ServerResponse): void {
  const requestId = randomUUID();
  const { status, headers, body } = errorAnswer(
    malformedRequest('Read request: found another "Expect" header, wanted "100-continue" or none'),
    { requestId, scrub: (text) => text },
  );
  const common = { "cache-control": "no-store", "x-correlationid": requestId, "x-request-id": requestId };
  response.writeHead(status, { ...headers, ...common, connection: "close" });
  response.end(body);
}
