import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Handles one request to a connector written without the SDK. */
export type ForeignHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void | Promise<void>;

/** A connector written without the SDK, with handlers by method and path. */
export interface ForeignConnector {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a connector on plain `node:http`. Paths without a handler return 404. */
export async function startForeign(
  handlers: Readonly<Record<string, ForeignHandler>>,
): Promise<ForeignConnector> {
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      const path = new URL(request.url ?? "/", "http://connector").pathname;
      const handler = handlers[`${request.method} ${path}`];
      if (handler === undefined) sendJson(response, { error: "Not found" }, 404);
      else await handler(request, response, body);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // `address()` returns an object of this type for a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Returns the response of GET / of a small connector; the given members replace the default ones. */
export function application(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    id: "foreign",
    name: "Foreign",
    version: "1",
    description: "Written without the SDK",
    authentication: [{ id: "none", name: "No account", description: "" }],
    sources: [{ id: "rows", name: "Rows", description: "", filter: [] }],
    ...members,
  };
}
