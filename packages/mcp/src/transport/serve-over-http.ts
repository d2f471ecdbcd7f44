import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/node";
import { isLoopback } from "@wellhead/client";
import { createMcpEndpoint } from "./mcp-endpoint.js";
import type { ServingOptions } from "./open-serving.js";

/** Where {@link serveOverHttp} listens, and who may call. */
export interface HttpListener {
  /** Address to listen on; `127.0.0.1` when omitted. */
  readonly host?: string;
  /** Port. Default: a free one. */
  readonly port?: number;
  /** Bearer token that every request must contain. Default on loopback: a random one; elsewhere it is required. */
  readonly token?: string;
  /** Further host names that the server is called under, without ports. Default: none. */
  readonly hosts?: readonly string[];
}

/** Options of {@link serveOverHttp}. */
export type HttpOptions = ServingOptions & HttpListener;

/** A running server. */
export interface HttpServer {
  /** Address of the endpoint. */
  readonly url: URL;
  /** The bearer token that every request must contain. */
  readonly token: string;
  /** Ends all requests and queries. */
  readonly close: () => Promise<void>;
}

const path = "/mcp";
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Serves clients over streamable HTTP, in the current version of the protocol and the one before it. Every request is
 * independent.
 *
 * @param options - Connectors or the folder of an author, and address
 * @returns The server, listening
 * @throws RangeError when other machines can reach the address and there is no token
 */
export async function serveOverHttp(options: HttpOptions): Promise<HttpServer> {
  const { host = "127.0.0.1", port = 0, hosts = [] } = options;
  const base = new URL(`http://${host.includes(":") ? `[${host}]` : host}`);
  if (options.token === undefined && !isLoopback(base))
    throw new RangeError(
      `Could not listen on ${host}: others can reach this address. Set a token that callers must present.`,
    );
  // A proxy on this machine could pass requests of anybody on.
  const token = options.token ?? randomBytes(24).toString("base64url");
  const endpoint = createMcpEndpoint(options);
  const names = [...loopbackNames, base.hostname, ...hosts];
  // A page in a browser can send requests to this machine. Requests with the page's own host name or from its origin
  // are refused.
  const guards = [
    headersGuard,
    hostHeaderValidation(names),
    originValidation(names),
    tokenGuard(token),
    pathGuard,
  ];
  const server = createHttpServer((request, response) => {
    if (!guards.every((isAllowed) => isAllowed(request, response))) return;
    endpoint.answer(request, response);
  });
  // By default, Node drops header lines after the first thousand, which the guards would not see.
  server.maxHeadersCount = 0;
  await once(server.listen(port, host), "listening");
  // `address()` returns an object of this type for a server on a TCP port.
  base.port = String((server.address() as AddressInfo).port);
  return {
    url: new URL(path, base),
    token,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      await endpoint.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Maximum number of header lines of a request. */
const maxHeaderLines = 500;

function headersGuard({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  if (rawHeaders.length <= 2 * maxHeaderLines) return true;
  refuse(response, 431, `Expected at most ${maxHeaderLines} header lines.`);
  return false;
}

function tokenGuard(token: string): Guard {
  return ({ headersDistinct }, response) => {
    // Programs before this one may look at another one of several.
    const [first = "", ...others] = headersDistinct["authorization"] ?? [];
    const [, given = ""] = /^Bearer (.+)$/i.exec(first) ?? [];
    if (others.length === 0 && timingSafeEqual(digest(given), digest(token))) return true;
    response.setHeader("www-authenticate", "Bearer");
    refuse(response, 401, "Expected the bearer token of this server.");
    return false;
  };
}

/** Returns a hash, so that texts of different lengths can be compared in constant time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function pathGuard({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
  if (url.split("?")[0] === path) return true;
  refuse(response, 404, `The endpoint of this server is ${path}.`);
  return false;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }));
}
