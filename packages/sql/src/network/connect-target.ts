import type { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { connectPinned, countConnection, type PinnedTarget } from "@wellhead/runtime/egress";
import { ConnectorError, isConnectorError, upstreamUnavailable } from "@wellhead/sdk";

const connectTimeout = 5000;

/**
 * Returns the target with only the address that the connection reached.
 *
 * @param target - The target of the connection; a name may have several addresses
 * @param socket - The connection, not encrypted yet
 * @returns The target with only that address
 */
export function reachedTarget(target: PinnedTarget, { remoteAddress }: Socket): PinnedTarget {
  return remoteAddress === undefined ? target : { ...target, addresses: [remoteAddress] };
}

/** How to connect and how to read what the server sends. */
export interface ConnectTargetOptions {
  /** Receives what the server sends, in memory that is reused. Default, and always over a socket path: data events. */
  readonly receive?: (bytes: Buffer) => void;
  /** Path of a local socket to connect to instead. Default: connect to the target. */
  readonly socketPath?: string | undefined;
}

/**
 * Connects to a database server at an address that the egress policy has approved.
 *
 * @param target - The address
 * @param signal - Aborts the attempt
 * @param options - How to connect and read
 * @returns The connection, not encrypted yet
 * @throws ConnectorError that names the field `host` or `port` when the server cannot be reached; over a socket path it
 *   names no field
 */
export async function connectTarget(
  target: PinnedTarget,
  signal: AbortSignal,
  { socketPath, ...options }: ConnectTargetOptions = {},
): Promise<Socket> {
  if (socketPath !== undefined) return connectSocket(socketPath, { timeout: connectTimeout, signal });
  try {
    return await connectPinned(target, { ...options, timeout: connectTimeout, signal });
  } catch (error) {
    if (!isConnectorError(error)) throw error;
    const field = error.code === "upstream_unavailable" ? "port" : "host";
    throw new ConnectorError(error.code, error.message, { field, cause: error.cause });
  }
}

/** The limits of a connection attempt. */
interface ConnectSocketOptions {
  /** Maximum duration in milliseconds. */
  readonly timeout: number;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
}

/**
 * Connects to a server over a local socket, which only an operator can choose.
 *
 * @param path - Path of the socket
 * @param options - The limits of the attempt
 * @returns The connection
 * @throws ConnectorError `upstream_unavailable`, without the path: callers must not learn it
 */
function connectSocket(path: string, { timeout, signal }: ConnectSocketOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    // Not passed as the socket's `signal` option, which would also close the socket after it is connected.
    const socket = connect({ path });
    countConnection(socket);
    const stop = () => fail(ends.reason);
    const fail = (error: unknown): void => {
      ends.removeEventListener("abort", stop);
      socket.destroy();
      reject(signal.aborted && signal.reason instanceof Error ? signal.reason : unavailable(error));
    };
    ends.addEventListener("abort", stop, { once: true });
    if (ends.aborted) stop();
    socket.once("error", fail);
    socket.once("connect", () => {
      ends.removeEventListener("abort", stop);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

function unavailable(cause: unknown): Error {
  const code = cause instanceof Error && "code" in cause ? cause.code : "no answer";
  return upstreamUnavailable(
    `Could not connect to the database: its socket does not respond (${String(code)}). Ask the operator of this service.`,
    { cause },
  );
}
