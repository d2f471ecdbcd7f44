import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { addressKey, plainAddress } from "../callers/caller.js";
import { type Link, LinkedList } from "../deadline/linked-list.js";

/** Maximums and callbacks of {@link Connections}. */
export interface ConnectionsOptions {
  /** Maximum number of open connections. */
  readonly maxConnections: number;
  /** Maximum number of open connections from one address or IPv6 network of 64 bits; `0` means no maximum. */
  readonly maxPerAddress: number;
  /** Reports whether an address is that of a proxy, whose connections serve many callers. */
  readonly isProxy: (address: string) => boolean;
  /** Called for each connection that is closed because there are too many. */
  readonly refused: () => void;
  /** Called for each connection that arrives. */
  readonly arrived: () => void;
}

/** An open connection. */
interface Connection {
  readonly socket: Socket;
  /** Its requests whose responses have not ended. */
  readonly requests: IncomingMessage[];
  /** Its position in the list of open connections; `undefined` when it is closed. */
  link: Link<Connection> | undefined;
  /** Called when the requests that arrived completely are answered. */
  idle: (() => void) | undefined;
}

/**
 * The open connections of a service and their requests.
 *
 * A connection that waits for a request, or for the remainder of one, counts towards the maximum although it causes no
 * work. When the maximum is exceeded, the connection that has waited the longest is closed, so that nobody can block
 * the service by opening connections.
 */
export class Connections {
  /** The open connections, in the order in which they were opened or last became idle, the oldest first. */
  readonly #open = new LinkedList<Connection>();
  readonly #bySocket = new Map<Socket, Connection>();
  /** The connections from each address, the oldest first. */
  readonly #ofAddress = new Map<string, Set<Socket>>();
  readonly #options: ConnectionsOptions;

  /** @param options - Maximums and callbacks */
  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** @param server - Server whose connections are watched */
  watch(server: Server): void {
    // With TLS, a connection is counted only after the handshake, which has a timeout. Until then the server limits it.
    const isTls = server instanceof TlsServer;
    if (isTls) server.maxConnections = 2 * this.#options.maxConnections;
    server.on(isTls ? "secureConnection" : "connection", (socket: Socket) => this.#opened(socket));
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request, response),
    );
  }

  /**
   * Calls a function when the requests that arrived completely are answered.
   *
   * @param socket - A connection
   * @param then - Called when none of them is left; at once if there is none
   */
  afterAnswers(socket: Socket, then: () => void): void {
    const connection = this.#bySocket.get(socket);
    if (connection !== undefined && isBusy(connection)) connection.idle = then;
    else then();
  }

  #opened(socket: Socket): void {
    this.#options.arrived();
    const connection: Connection = { socket, requests: [], link: undefined, idle: undefined };
    connection.link = this.#open.append(connection);
    this.#bySocket.set(socket, connection);
    socket.once("close", () => this.#forget(connection));
    this.#limitAddress(socket);
    if (this.#open.size > this.#options.maxConnections) {
      this.#options.refused();
      this.#close(this.#open.find(canClose)?.value);
    }
  }

  #forget(connection: Connection): void {
    if (connection.link !== undefined) this.#open.remove(connection.link);
    connection.link = undefined;
    this.#bySocket.delete(connection.socket);
  }

  #limitAddress(socket: Socket): void {
    const { maxPerAddress, isProxy } = this.#options;
    if (maxPerAddress === 0 || isProxy(socket.remoteAddress ?? "")) return;
    const address = addressKey(plainAddress(socket.remoteAddress));
    const sockets = this.#ofAddress.get(address) ?? new Set();
    this.#ofAddress.set(address, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#ofAddress.delete(address);
    });
    if (sockets.size <= maxPerAddress) return;
    this.#options.refused();
    const connections = Array.from(sockets, (one) => this.#bySocket.get(one));
    this.#close(connections.find((connection) => connection !== undefined && canClose(connection)));
  }

  #close(connection: Connection | undefined): void {
    if (connection === undefined) return;
    this.#forget(connection);
    connection.socket.destroy();
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) return;
    connection.requests.push(request);
    response.once("close", () => this.#end(connection, request));
  }

  #end(connection: Connection, request: IncomingMessage): void {
    const { requests, idle } = connection;
    requests.splice(requests.indexOf(request), 1);
    if (requests.length === 0 && connection.link !== undefined) {
      this.#open.remove(connection.link);
      connection.link = this.#open.append(connection);
    }
    if (idle === undefined || isBusy(connection)) return;
    connection.idle = undefined;
    idle();
  }
}

function canClose(connection: Connection): boolean {
  return !connection.socket.destroyed && !isBusy(connection);
}

/** Returns whether a request of the connection has arrived completely and its response has not ended. */
function isBusy({ requests }: Connection): boolean {
  return requests.some(({ complete }) => complete);
}
