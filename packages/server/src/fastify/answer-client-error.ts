import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { errorAnswer } from "../answer/error-answer.js";
import { malformedRequest } from "../request/malformed-request.js";

/** What went wrong, by the code of Node's parser; all else is text that is no HTTP. */
const sentences: ReadonlyMap<string, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "Read request: found headers that are too long, wanted shorter ones"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "Read request: it did not arrive in time, wanted it faster"],
]);

/**
 * Answers bytes that are no HTTP request, or one that never arrives whole, in the one error shape, and closes the
 * connection.
 *
 * @param error - What Node's parser found
 * @param socket - The connection
 * @see The connector contract, "Errors"
 */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    // Nobody is there, or an answer is under way that these bytes must not run into.
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const sentence =
    sentences.get(error.code ?? "") ?? "Read request: found bytes that are no HTTP request, wanted one";
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
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body.toString()}`);
}
