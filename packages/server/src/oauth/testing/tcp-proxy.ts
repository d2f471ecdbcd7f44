import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a client and a server of this machine, which can be slow and can lead elsewhere. */
export class TcpProxy {
  /** Milliseconds by which every answer of the server is late. */
  delayMs = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => this.#join(client));
  #target: number;

  /** @param target - Port of the server */
  constructor(target: number) {
    this.#target = target;
  }

  /** @returns Port, once it listens */
  async listen(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    // A TCP server that listens has an address of this form.
    return (this.#server.address() as AddressInfo).port;
  }

  /** @param target - Port of the server that takes over; connections to the one before are cut */
  leadTo(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Stops. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket): void {
    const server = connect(this.#target, "127.0.0.1");
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
      setTimeout(() => client.write(bytes), this.delayMs).unref();
    });
  }
}
