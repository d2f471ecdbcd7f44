import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";

/** A man-in-the-middle proxy, which uses TLS with both the client and the server and records what clients send. */
export interface TlsProxy {
  readonly port: number;
  /** Returns everything that clients have sent, decrypted. */
  overheard(): string;
  stop(): void;
}

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Starts a proxy that shows its own certificate to clients. */
export async function startTlsProxy(port: number, key: string, cert: string): Promise<TlsProxy> {
  const heard: Buffer[] = [];
  const listener = createServer((client) => void join(client, { port, key, cert, heard }));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  // The cast is safe: a server that listens on a port has an address with a port.
  const address = listener.address() as AddressInfo;
  return {
    port: address.port,
    overheard: () => Buffer.concat(heard).toString("latin1"),
    stop: () => void listener.close(),
  };
}

interface Join {
  readonly port: number;
  readonly key: string;
  readonly cert: string;
  readonly heard: Buffer[];
}

async function join(client: Socket, { port, key, cert, heard }: Join): Promise<void> {
  const upstream = connect(port, "127.0.0.1");
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
  await once(client, "data");
  upstream.write(sslRequest);
  await once(upstream, "data");
  client.write("S");
  const near = new TLSSocket(client, { isServer: true, key, cert });
  const far = connectTls({ socket: upstream, rejectUnauthorized: false });
  for (const socket of [near, far]) socket.on("error", end);
  near.on("data", (bytes: Buffer) => {
    heard.push(bytes);
    far.write(bytes);
  });
  far.on("data", (bytes) => near.write(bytes));
}
