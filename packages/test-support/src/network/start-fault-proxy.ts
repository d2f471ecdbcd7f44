import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A fault of a connection: it is closed, it is reset, or it stops sending data. */
export type Fault = "cut" | "reset" | "silence";

/** A proxy between a service and a server that fails on demand. */
export interface FaultProxy {
  /** Port of the loopback interface it listens on. */
  readonly port: number;
  /** Number of bytes from the server that each connection forwards before the fault. Default: all of them. */
  after: number;
  /** Number of pieces from the server that each connection forwards before it falls silent. Default: all of them. */
  pieces: number;
  /** The fault. Default: `cut`. */
  fault: Fault;
  /** Maximum number of bytes from the server on one connection. */
  passed: number;
  /** Maximum number of pieces from the server on one connection. */
  passedPieces: number;
  /** Number of connections that it has accepted. */
  accepted: number;
  /** Stops the proxy. */
  readonly stop: () => void;
}

/**
 * Starts a proxy.
 *
 * @param port - Port of the loopback interface that the server listens on
 * @returns The proxy
 */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const proxy: FaultProxy = {
    // A listener on a port has an address with a port.
    port: (listener.address() as AddressInfo).port,
    after: Number.POSITIVE_INFINITY,
    pieces: Number.POSITIVE_INFINITY,
    fault: "cut",
    passed: 0,
    passedPieces: 0,
    accepted: 0,
    stop: () => void listener.close(),
  };
  listener.on("connection", (client) => {
    proxy.accepted += 1;
    join(proxy, client, connect(port, "127.0.0.1"));
  });
  return proxy;
}

function join(proxy: FaultProxy, client: Socket, upstream: Socket): void {
  let passed = 0;
  let pieces = 0;
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
  client.on("data", (data) => upstream.write(data));
  upstream.on("data", (data: Buffer) => {
    pieces += 1;
    proxy.passedPieces = Math.max(proxy.passedPieces, pieces);
    if (pieces > proxy.pieces) return;
    const room = proxy.after - passed;
    passed += data.length;
    proxy.passed = Math.max(proxy.passed, passed);
    if (room > 0) client.write(data.subarray(0, room));
    if (data.length < room || proxy.fault === "silence") return;
    if (proxy.fault === "cut") client.end(end);
    else client.resetAndDestroy();
  });
}
