import { connect, type Socket } from "node:net";
import { upstreamUnavailable } from "@wellhead/sdk";

/** The limits of a connection attempt. */
export interface ConnectSocketOptions {
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
export function connectSocket(path: string, { timeout, signal }: ConnectSocketOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    // Not passed as the socket's `signal` option, which would also close the socket after it is connected.
    const socket = connect({ path });
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
