import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";

/** What arrived of a response. */
export interface ReceivedRows {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Whether the body is incomplete according to HTTP. */
  readonly isCut: boolean;
}

/**
 * Requests rows of the source `all` and reads as much of the body as arrives. `fetch` would drop what it has at an error.
 *
 * @param url - Address of the connector
 * @param headers - Headers of the request
 * @param more - Further members of the body
 * @returns Head and body, and whether the body is incomplete according to HTTP
 */
export async function receiveRows(
  url: string,
  headers: OutgoingHttpHeaders,
  more: object,
): Promise<ReceivedRows> {
  const asked = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } });
  asked.end(JSON.stringify({ source: "all", ...more }));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve);
    asked.once("error", reject);
  });
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
    response.once("error", () => undefined);
  });
  const { statusCode: status = 0, headers: answered, complete } = response;
  return { status, headers: answered, bytes: Buffer.concat(chunks), isCut: !complete };
}
