import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** One request as received. */
export interface RawRequest {
  /** Number of the request at this upstream, from 0. */
  readonly index: number;
  /** Path and query of the request line. */
  readonly target: string;
  /** Request line and headers. */
  readonly head: string;
  readonly body: string;
}

/** Responds to a request by writing bytes, or misbehaves. */
export type AnswerRaw = (socket: Socket, request: RawRequest) => void;

/** An upstream for tests that writes arbitrary bytes. */
export interface RawUpstream {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  /** Connections accepted so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/**
 * Starts an upstream on loopback. For tests.
 *
 * @param answer - Responds to each request
 * @param tls - Key and certificate. Default: plain HTTP
 * @returns The running upstream
 */
export async function startRawUpstream(answer: AnswerRaw, tls?: TlsOptions): Promise<RawUpstream> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  const accept = (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    readRequests(socket, (head, body) => {
      const request = { index: requests.length, target: head.split(" ")[1] ?? "", head, body };
      requests.push(request);
      answer(socket, request);
    });
  };
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => accepted,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Formats a response with the correct `content-length`. For tests.
 *
 * @param body - Body of the response
 * @param headers - Further header lines
 * @param status - Status line without the protocol
 * @returns The bytes
 */
export function rawAnswer(
  body: string | Uint8Array,
  headers: readonly string[] = [],
  status = "200 OK",
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status}`, `content-length: ${bytes.length}`, ...headers, "", ""];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), bytes]);
}

function readRequests(socket: Socket, take: (head: string, body: string) => void): void {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
      const head = text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      take(head, body);
    }
  });
}
