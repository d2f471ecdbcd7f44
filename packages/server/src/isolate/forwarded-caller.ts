import type { IncomingMessage } from "node:http";
import type { Caller } from "../callers/caller-guard.js";

/** Header in which the service tells a worker who called. What a caller sends in it is replaced. */
export const callerHeader = "x-wellhead-caller";

/**
 * Writes who called, for a worker.
 *
 * @param caller - Who sent the request
 * @returns Value of the header
 */
export function writeCaller({ address, name }: Caller): string {
  return Buffer.from(JSON.stringify({ address, name })).toString("base64url");
}

/**
 * Reads who called, in a worker, whose socket only the service can reach.
 *
 * @param request - A request of the service
 * @returns Who sent it
 */
export function readCaller({ headers }: IncomingMessage): Caller {
  const value = headers[callerHeader];
  if (typeof value !== "string") return { address: undefined };
  // Only `writeCaller` writes the header.
  return JSON.parse(Buffer.from(value, "base64url").toString()) as Caller;
}
