import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request as the test upstream received it. */
export interface UpstreamRequest {
  readonly method: string;
  /** Absolute URL, including the query. */
  readonly url: URL;
  /** Headers by lower-case name. */
  readonly headers: IncomingHttpHeaders;
  /** Body as text; empty when there is none. */
  readonly body: string;
}

/** Response of the test upstream. */
export interface UpstreamAnswer {
  /** Default: 200. */
  readonly status?: number;
  /** Headers. The default `content-type` is `application/json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged, anything else as JSON. Default: an empty body. */
  readonly body?: unknown;
}

/** A running test upstream. */
export interface TestUpstream {
  /** Base URL without a trailing slash, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Requests received so far, in order of arrival. */
  readonly requests: readonly UpstreamRequest[];
  /** Closes it, including open connections. */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for the service that a connector reads from, on a free port of this machine, so that a connector
 * can be tested without a live account. If `answer` throws, the response is a 500 with the error as its body.
 *
 * @param answer - Returns the response to one request
 * @returns The running test upstream
 * @example
 * const upstream = await startUpstream(({ url }) =>
 *   url.pathname === "/user" ? { body: { login: "ada" } } : { status: 404, body: { message: "Not Found" } },
 * );
 * configureEgress({ allow: "127.0.0.1/32:*" });
 */
export async function startUpstream(
  answer: (request: UpstreamRequest) => UpstreamAnswer | Promise<UpstreamAnswer>,
): Promise<TestUpstream> {
  const requests: UpstreamRequest[] = [];
  const server = createServer((message, response) => {
    void (async () => {
      const request = await readRequest(message);
      requests.push(request);
      send(response, await answer(request));
    })().catch((error: unknown) => send(response, { status: 500, body: String(error) }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<UpstreamRequest> {
  const { method = "GET", url = "/", headers } = message;
  return {
    method,
    url: new URL(url, `http://${headers.host ?? "127.0.0.1"}`),
    headers,
    body: await text(message),
  };
}

function send(response: ServerResponse, { status = 200, headers, body = "" }: UpstreamAnswer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body));
}
