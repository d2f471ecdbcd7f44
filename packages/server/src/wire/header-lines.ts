import type { ClientRequest, IncomingMessage, Server } from "node:http";
import { ConnectorError } from "@wellhead/sdk";

/** Maximum number of header lines of a request. */
const maxHeaderLines = 500;

/**
 * Makes a server keep every header line. By default, Node drops those after the first thousand, without a sign of it, so
 * that a rule would not see the header that it is about.
 *
 * @param server - A server, or a request whose response is read
 */
export function keepHeaderLines(server: Server | ClientRequest): void {
  server.maxHeadersCount = 0;
}

/**
 * Refuses a request with more header lines than any program sends, before anything is decided by a header.
 *
 * @param request - The request
 * @returns The error; `undefined` for any other request
 */
export function headersTooLarge({
  rawHeaders,
}: Pick<IncomingMessage, "rawHeaders">): ConnectorError | undefined {
  if (rawHeaders.length <= 2 * maxHeaderLines) return undefined;
  return new ConnectorError(
    "headers_too_large",
    `Could not read the request: expected at most ${maxHeaderLines} header lines, got ${rawHeaders.length / 2}.`,
  );
}
