import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { connectPinned, type PinnedTarget } from "@wellhead/runtime/egress";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";

import { connectSocket } from "./connect-socket.js";

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
