import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { type Link, LinkedList } from "../list/linked-list.js";

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

/** An open connection. */
interface Connection {
  readonly socket: Socket;
  /** Its requests that are not answered to the end. */
  readonly requests: IncomingMessage[];
  /** Its position among the open ones; `undefined` when it is closed. */
  link: Link<Connection> | undefined;
  /** Called when the requests that arrived whole are answered. */
  idle: (() => void) | undefined;
}

/**
 * The open connections of a service and their requests.
 *
 * A connection that waits for a request, or for the remainder of one, takes a place without any work behind it. When all
 * places are taken, the one that has waited the longest makes space, so that nobody can fill the service by opening
 * connections.
 */
export class Connections {
  /** The open connections, the one whose last request was answered the longest ago first. */
  readonly #open = new LinkedList<Connection>();
  readonly #bySocket = new Map<Socket, Connection>();
  /** The connections from each address; the oldest first. */
  readonly #ofAddress = new Map<string, Set<Socket>>();
  readonly #options: ConnectionsOptions;

  /** @param options - Maximum, and what counts refused connections */
  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** @param server - Server whose connections are watched */
  watch(server: Server): void {
    // Before the handshake nothing is known of a connection but that it is open; the handshake has a timeout.
    const isTls = server instanceof TlsServer;
    if (isTls) server.maxConnections = 2 * this.#options.maxConnections;
    server.on(isTls ? "secureConnection" : "connection", (socket: Socket) => this.#opened(socket));
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
    const address = socket.remoteAddress ?? "";
    if (maxPerAddress === 0 || isProxy(address)) return;
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

/** Whether a request of the connection arrived whole and is not answered to the end. */
function isBusy({ requests }: Connection): boolean {
  return requests.some(({ complete }) => complete);
}
