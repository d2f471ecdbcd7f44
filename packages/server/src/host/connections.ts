import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** Which connections a service takes. */
export interface ConnectionsOptions {
  /** Maximum number of open connections. */
  readonly maxConnections: number;
  /** Called for each connection that is closed because there are too many. */
  readonly refused: () => void;
  /** Called for each connection that arrives. */
  readonly arrived: () => void;
}

/**
 * The open connections of a service and their requests.
 *
 * A connection that waits for a request, or for the remainder of one, takes a place without any work behind it. When all
 * places are taken, the one that has waited the longest makes space, so that nobody can fill the service by opening
 * connections.
 */
export class Connections {
  /** The requests of each connection that are not answered to the end; the longest without one first. */
  readonly #requests = new Map<Socket, Set<IncomingMessage>>();
  readonly #options: ConnectionsOptions;
  readonly #idle = new WeakMap<Socket, () => void>();

  /** @param options - Maximum, and what counts refused connections */
  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** @param server - Server whose connections are watched */
  watch(server: Server): void {
    // Before the handshake nothing is known of a connection but that it is open; the handshake has a timeout.
    const isTls = server instanceof TlsServer;
    if (isTls) server.maxConnections = 2 * this.#options.maxConnections;
    server.on(isTls ? "secureConnection" : "connection", (socket: Socket) => this.#open(socket));
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request, response),
    );
  }

  /**
   * Waits until the requests that arrived whole are answered.
   *
   * @param socket - A connection
   * @param then - Called when none is left, at once when there is none
   */
  afterAnswers(socket: Socket, then: () => void): void {
    if (this.#isBusy(socket)) this.#idle.set(socket, then);
    else then();
  }

  #open(socket: Socket): void {
    this.#options.arrived();
    this.#requests.set(socket, new Set());
    socket.once("close", () => this.#requests.delete(socket));
    if (this.#requests.size <= this.#options.maxConnections) return;
    this.#options.refused();
    for (const other of this.#requests.keys()) {
      if (this.#isBusy(other)) continue;
      this.#requests.delete(other);
      other.destroy();
      return;
    }
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const requests = this.#requests.get(socket);
    if (requests === undefined) return;
    requests.add(request);
    response.once("close", () => {
      requests.delete(request);
      // Whoever was answered last waits at the end of the row.
      if (requests.size === 0 && this.#requests.delete(socket)) this.#requests.set(socket, requests);
      const then = this.#idle.get(socket);
      if (then === undefined || this.#isBusy(socket)) return;
      this.#idle.delete(socket);
      then();
    });
  }

  /** Whether a request of the connection arrived whole and is not answered to the end. */
  #isBusy(socket: Socket): boolean {
    for (const { complete } of this.#requests.get(socket) ?? []) if (complete) return true;
    return false;
  }
}
