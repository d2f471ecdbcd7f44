import type { IncomingMessage } from "node:http";
import type { Caller } from "../callers/caller.js";

/** Header that names the caller to a worker. The service overwrites the value that a caller sent. */
export const callerHeader = "x-wellhead-caller";

/**
 * Writes the caller of a request for a worker.
 *
 * @param caller - Who sent the request
 * @returns Value of the header
 */
export function writeCaller({ address, name, isPaced }: Caller): string {
  return Buffer.from(JSON.stringify({ address, name, isPaced })).toString("base64url");
}

/**
 * Reads the caller of a request in a worker. The header can be trusted because only the service can reach the socket.
 *
 * @param request - A request that the service forwarded
 * @returns Who sent it
 */
export function readCaller({ headers }: IncomingMessage): Caller {
  const value = headers[callerHeader];
  if (typeof value !== "string") return { address: undefined };
  // Only `writeCaller` writes the header.
  return JSON.parse(Buffer.from(value, "base64url").toString()) as Caller;
}
