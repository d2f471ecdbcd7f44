import { Connector, connectorAddress, isLoopback } from "@wellhead/client";
import { usageError } from "../command-error.js";
import { strictFetch } from "./strict-fetch.js";

/** Headers that prove to a service who calls. */
export type CallerHeaders = Readonly<Record<string, string>>;

/**
 * Reads the base address of a connector.
 *
 * @param text - What was typed
 * @returns The address
 * @throws CommandError when it is not a web address
 */
export function readAddress(text: string): URL {
  try {
    return connectorAddress(text);
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Prepares to call a connector.
 *
 * @param base - Its base address
 * @param headers - Credentials of the caller
 * @returns The connector
 */
export function connect(base: URL, headers: CallerHeaders): Connector {
  return new Connector(base, {
    // Compression costs more than it saves where no network lies between.
    ...(!isLoopback(base) && { fetch: strictFetch }),
    headers: { "user-agent": "wellhead", ...headers },
  });
}

/** Sends a request and returns the status, or `undefined` when no answer comes. */
export type Ask = (method: string, path: string, body: object) => Promise<number | undefined>;

/** Milliseconds an endpoint may take to show that it is there. */
const askTimeoutMs = 10_000;

/**
 * Prepares to ask whether a connector answers at a path.
 *
 * @param base - Its base address
 * @param headers - Credentials of the caller
 * @returns Sends one request and leaves the body of the answer unread
 */
export function askWith(base: URL, headers: CallerHeaders): Ask {
  return async (method, path, body) => {
    try {
      const answer = await fetch(`${base.href.replace(/\/+$/, "")}${path}`, {
        method,
        headers: { "user-agent": "wellhead", "content-type": "application/json", ...headers },
        ...(method === "POST" && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(askTimeoutMs),
        redirect: "manual",
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      // Whatever keeps the answer from coming, the endpoint is of no use.
      return undefined;
    }
  };
}
