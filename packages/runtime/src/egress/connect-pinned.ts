import { Buffer } from "node:buffer";
import { connect, type OnReadOpts, type Socket } from "node:net";
import { upstreamTimeout, upstreamUnavailable } from "@wellhead/sdk";
import { formatAddress, parseAddress } from "@wellhead/sdk/internal";
import { egressRefused, type PinnedTarget, reachedAddress } from "./address-policy.js";
import { countConnection } from "./open-connections.js";
import { abortReason } from "./within-time.js";

/** Limits of a connection attempt. */
export interface ConnectPinnedOptions {
  /** Maximum milliseconds for the whole attempt. */
  readonly timeout: number;
  /** Aborts the attempt. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Receives what the server sends, in a buffer that the next read reuses; the socket then emits no data.
   * This saves one allocation per read, and a server that sends many rows is read in fewer, larger pieces.
   * Default: the socket emits data.
   */
  readonly receive?: (bytes: Buffer) => void;
}

/** Bytes per read when `receive` is set. */
const readSize = 128 * 1024;
/** A read of fewer bytes is a short answer, whose reader sends the next request. */
const streamRead = 4 * 1024;
/** After a read of at least as many bytes, more are likely to be waiting. */
const largeRead = readSize / 2;
/** How long a stream collects in the system's memory after a smaller read. A read costs as much as 30 rows. */
const collectMs = 1;

/**
 * Connects to one of the addresses that passed the check, and to no other.
 *
 * @param target - Name, port and checked addresses
 * @param options - Limits of the attempt
 * @returns The connected socket
 * @throws ConnectorError when nothing responds, or when the socket's remote address is not one of the addresses
 */
export function connectPinned(target: PinnedTarget, options: ConnectPinnedOptions): Promise<Socket> {
  const { signal, timeout } = options;
  return new Promise((resolve, reject) => {
    const socket = openSocket(target, options.receive);
    const fail = (error: Error) => {
      settle();
      socket.destroy();
      reject(error);
    };
    const stop = () => fail(abortReason(signal));
    const late = () =>
      fail(
        upstreamTimeout(
          `Could not connect to "${target.name}": no response within ${timeout} ms. Try again later.`,
        ),
      );
    const broken = (error: Error) => fail(connectFailure(target, error));
    const timer = setTimeout(late, timeout);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      socket.off("error", broken);
    };
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) stop();
    socket.once("error", broken);
    socket.once("connect", () => {
      const { remoteAddress } = socket;
      // A connection that the server has already reset has no remote address.
      if (remoteAddress === undefined) return broken(new Error("The server reset the connection."));
      if (!isFarEnd(target, remoteAddress)) return fail(egressRefused());
      settle();
      return resolve(socket);
    });
  });
}

function openSocket(
  { name, port, addresses }: PinnedTarget,
  receive: ConnectPinnedOptions["receive"],
): Socket {
  const answers = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const socket: Socket = connect({
    host: name,
    port,
    noDelay: true,
    ...(receive !== undefined && {
      onread: readInto(Buffer.allocUnsafeSlow(readSize), receive, () => socket),
    }),
    autoSelectFamily: true,
    // The checked addresses replace the resolver, so the name cannot resolve differently between check and connect.
    lookup: (_name, _options, callback) => callback(null, answers),
  });
  countConnection(socket);
  return socket;
}

/**
 * Reads into one buffer. Databases send rows in pieces of 8 KiB, and reading each of them as it arrives would cost more
 * than converting its rows, so reading waits while the next pieces arrive.
 */
function readInto(buffer: Buffer, receive: (bytes: Buffer) => void, socketOf: () => Socket): OnReadOpts {
  return {
    buffer,
    callback: (count) => {
      receive(buffer.subarray(0, count));
      if (count < streamRead || count >= largeRead) return true;
      setTimeout(() => {
        const socket = socketOf();
        if (!socket.isPaused()) socket.resume();
      }, collectMs);
      return false;
    },
  };
}

function isFarEnd({ addresses }: PinnedTarget, remote: string): boolean {
  const reached = canonicalText(remote);
  return reached !== undefined && addresses.some((address) => canonicalText(address) === reached);
}

function canonicalText(text: string): string | undefined {
  const address = parseAddress(text);
  return address && formatAddress(reachedAddress(address));
}

function connectFailure({ name, port }: PinnedTarget, cause: Error): Error {
  const code = "code" in cause ? cause.code : undefined;
  if (code === "ETIMEDOUT")
    return upstreamTimeout(`Could not connect to "${name}": no response. Check the host name and the port.`, {
      cause,
    });
  const state = code === "ECONNREFUSED" ? `nothing listens on port ${port}` : "it cannot be reached";
  return upstreamUnavailable(`Could not connect to "${name}": ${state}. Check the host name and the port.`, {
    cause,
  });
}
