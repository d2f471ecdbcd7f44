import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";

/** A server that does whatever a test wants. */
export interface RawServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a server on loopback that answers with a listener. */
export async function serveRaw(listener: RequestListener, secure?: ServerOptions): Promise<RawServer> {
  const server: Server = secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `${secure === undefined ? "http" : "https"}://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
