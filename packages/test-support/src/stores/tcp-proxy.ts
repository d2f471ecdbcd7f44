import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to a server on this machine. It can delay responses and switch to another server. */
export class TcpProxy {
  /** Delay of every response of the server, in milliseconds. */
  delayMs = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  #target: number;
  #onResponse: () => void = () => undefined;

  /** @param target - Port of the server */
  constructor(target: number) {
    this.#target = target;
  }

  /** @returns The port, once the proxy is listening */
  async listen(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    // A TCP server that listens has an address of this form.
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Leads clients to another server. Connections to the previous one are destroyed.
   *
   * @param target - Port of the new server
   * @returns Resolves when the new server has responded to a client
   */
  async leadTo(target: number): Promise<void> {
    this.#target = target;
    const responded = new Promise<void>((resolve) => {
      this.#onResponse = resolve;
    });
    for (const socket of this.#sockets) socket.destroy();
    await responded;
  }

  /** Stops the proxy. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket): void {
    const server = connect(this.#target, "127.0.0.1");
    const onResponse = this.#onResponse;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(server);
    server.on("data", (bytes) => {
      onResponse();
      setTimeout(() => client.write(bytes), this.delayMs).unref();
    });
  }
}
