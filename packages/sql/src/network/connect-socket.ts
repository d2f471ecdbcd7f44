import { connect, type Socket } from "node:net";
import { upstreamUnavailable } from "@wellhead/sdk";

/** What bounds the attempt. */
export interface ConnectSocketOptions {
  /** Milliseconds it may take. */
  readonly timeout: number;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/**
 * Connects to a server over a socket of this machine, which only an operator can have chosen.
 *
 * @param path - Path of the socket
 * @param options - What bounds the attempt
 * @returns The connection
 * @throws ConnectorError `upstream_unavailable`, without the path: callers are not to learn it
 */
export function connectSocket(path: string, { timeout, signal }: ConnectSocketOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    // The option `signal` of a socket would end it later as well.
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
    `Could not connect to the database: its socket does not answer (${String(code)}). Ask the operator of this service.`,
    { cause },
  );
}
