import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { ConnectorError, connectPinned, isConnectorError, type PinnedTarget } from "@wellhead/sdk";

import { connectSocket } from "./connect-socket.js";

const connectTimeout = 5000;

/**
 * Names the one address that a connection reached.
 *
 * @param target - Where it was to lead; a name may have several addresses
 * @param socket - The connection, not encrypted yet
 * @returns The target with that address only
 */
export function reachedTarget(target: PinnedTarget, { remoteAddress }: Socket): PinnedTarget {
  return remoteAddress === undefined ? target : { ...target, addresses: [remoteAddress] };
}

/** How what the server sends is read. */
export interface ConnectTargetOptions {
  /** Takes what the server sends, in memory that is used again. Default, and over a socket: the connection emits data. */
  readonly receive?: (bytes: Buffer) => void;
  /** Socket of this machine to connect to instead. Default: the target. */
  readonly socketPath?: string | undefined;
}

/**
 * Connects to a database server at an address that the egress policy has judged.
 *
 * @param target - The address
 * @param signal - Ends the attempt
 * @param options - How what the server sends is read
 * @returns The connection, not encrypted yet
 * @throws ConnectorError naming the field `host` or `port` when nobody answers
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
