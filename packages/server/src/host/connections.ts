import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** Which connections a service takes. */
export interface ConnectionsOptions {
  /** Maximum number of open connections. */
  readonly maxConnections: number;
  /** Maximum number of open connections from one address; `0` means no maximum. */
  readonly maxPerAddress: number;
  /** Whether the connections from an address are those of many callers. */
  readonly isProxy: (address: string) => boolean;
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
  /** The connections from each address; the oldest first. */
  readonly #ofAddress = new Map<string, Set<Socket>>();
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
    this.#limitAddress(socket);
    if (this.#requests.size > this.#options.maxConnections) this.#makeSpace(this.#requests.keys());
  }

  #limitAddress(socket: Socket): void {
    const { maxPerAddress, isProxy } = this.#options;
    const address = socket.remoteAddress ?? "";
    if (maxPerAddress === 0 || isProxy(address)) return;
    const sockets = this.#ofAddress.get(address) ?? new Set();
    this.#ofAddress.set(address, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#ofAddress.delete(address);
    });
    if (sockets.size > maxPerAddress) this.#makeSpace(sockets);
  }

  /** Closes the first connection that has no request. */
  #makeSpace(sockets: Iterable<Socket>): void {
    this.#options.refused();
    for (const socket of sockets) {
      if (socket.destroyed || this.#isBusy(socket)) continue;
      this.#requests.delete(socket);
      socket.destroy();
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
