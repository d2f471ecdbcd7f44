import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request as the stand-in got it. */
export interface UpstreamRequest {
  readonly method: string;
  /** Whole address, query included. */
  readonly url: URL;
  /** Headers, named in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Body as text; empty without one. */
  readonly body: string;
}

/** What the stand-in answers. */
export interface UpstreamAnswer {
  /** Default: 200. */
  readonly status?: number;
  /** Headers; `content-type` is `application/json` when they name none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, everything else as JSON. Default: an empty body. */
  readonly body?: unknown;
}

/** A running stand-in. */
export interface TestUpstream {
  /** Address without a slash at the end, such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Requests so far, in the order they came. */
  readonly requests: readonly UpstreamRequest[];
  /** Closes it, open connections too. */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for the service a connector reads from, on a free port of this machine, so that a connector is
 * tested without a live account. What the answer throws becomes a 500 with its message.
 *
 * @param answer - Answers one request
 * @returns The running stand-in
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
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
