import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What happens to a connection: it ends, it is reset, or nothing comes any more. */
export type Fault = "cut" | "reset" | "silence";

/** Passes on what a service and a server send each other, and fails when it is told to. */
export interface FaultProxy {
  /** Port of the loopback interface it listens on. */
  readonly port: number;
  /** How many bytes of the server pass on each connection before the fault. Default: all of them. */
  after: number;
  /** What happens then. Default: `cut`. */
  fault: Fault;
  /** The largest number of bytes of the server that a connection has had. */
  passed: number;
  /** Ends it. */
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
    fault: "cut",
    passed: 0,
    stop: () => void listener.close(),
  };
  listener.on("connection", (client) => join(proxy, client, connect(port, "127.0.0.1")));
  return proxy;
}

function join(proxy: FaultProxy, client: Socket, upstream: Socket): void {
  let passed = 0;
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
  client.on("data", (data) => upstream.write(data));
  upstream.on("data", (data: Buffer) => {
    const room = proxy.after - passed;
    passed += data.length;
    proxy.passed = Math.max(proxy.passed, passed);
    if (room > 0) client.write(data.subarray(0, room));
    if (data.length < room || proxy.fault === "silence") return;
    if (proxy.fault === "cut") client.end(end);
    else client.resetAndDestroy();
  });
}
