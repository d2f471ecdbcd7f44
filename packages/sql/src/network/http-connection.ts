import { Buffer } from "node:buffer";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { type ConnectorError, upstreamUnavailable } from "@wellhead/sdk";

/** The response to a request: its head, and its body as a stream. */
export type HttpResponse = IncomingMessage;

/** A request to a database that is reached over HTTP. */
export interface HttpStatement {
  /** Path and query. */
  readonly path: string;
  readonly method: "POST" | "GET" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** HTTP over one connection that is already open, so that its address and its certificate have been checked. */
export class HttpConnection {
  readonly #socket: Duplex;
  readonly #agent: Agent;
  #isUsed = false;

  /**
   * Sends nothing yet.
   *
   * @param socket - The open connection, encrypted or not
   */
  constructor(socket: Duplex) {
    this.#socket = socket;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#agent.createConnection = () => {
      // A second connection would go to an address that nobody has checked.
      if (this.#isUsed || socket.destroyed) throw connectionLost();
      this.#isUsed = true;
      return socket;
    };
    socket.on("error", () => socket.destroy());
  }

  /** Whether the connection has ended. */
  get ended(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  /**
   * Sends a request, and waits for the head of its response. One request is sent at a time.
   *
   * @param statement - The request
   * @returns The response, whose body the caller reads to its end, or closes the connection
   * @throws ConnectorError `upstream_unavailable` when the connection is lost
   */
  send({ path, method, headers, body }: HttpStatement): Promise<HttpResponse> {
    const bytes = Buffer.from(body);
    return new Promise((resolve, reject) => {
      const fail = (cause?: unknown) => reject(connectionLost(cause));
      try {
        const sent = request({
          agent: this.#agent,
          path,
          method,
          headers: { ...headers, "content-length": bytes.length },
        });
        sent.once("response", resolve).once("error", fail);
        sent.end(bytes);
      } catch (error) {
        fail(error);
      }
    });
  }

  /** Closes the connection. */
  close(): void {
    this.#socket.destroy();
    this.#agent.destroy();
  }
}

/**
 * Creates the error for a connection that has ended too early.
 *
 * @param cause - What the connection reported
 * @returns The error to throw
 */
export function connectionLost(cause?: unknown): ConnectorError {
  return upstreamUnavailable("Could not read from the database: the connection was lost. Try again.", {
    retryAfter: 5,
    cause,
  });
}
