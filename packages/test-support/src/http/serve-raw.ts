import { createServer, type RequestListener } from "node:http";

/** A server whose behavior is defined by a test. */
export interface RawServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a server on loopback whose requests a listener handles. */
export async function serveRaw(listener: RequestListener): Promise<RawServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
