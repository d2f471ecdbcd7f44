import { Connector, connectorAddress, type ExchangeObserver, isLoopback } from "@wellhead/client";
import { usageError } from "../command/command-error.js";
import { strictFetch } from "./strict-fetch.js";

/** Headers that authenticate the caller to a service. */
export type CallerHeaders = Readonly<Record<string, string>>;

/**
 * Parses the base address of a connector.
 *
 * @param text - The address as typed
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
 * Creates the client of a connector.
 *
 * @param base - Its base address
 * @param headers - Credentials of the caller
 * @param observe - Called for every request. Default: not called
 * @returns The client
 */
export function connect(base: URL, headers: CallerHeaders, observe?: ExchangeObserver): Connector {
  return new Connector(base, {
    // Over a loopback connection, compression costs more than it saves.
    fetch: isLoopback(base) ? (input, init) => strictFetch(input, init, "identity") : strictFetch,
    headers: { "user-agent": "wellhead", ...headers },
    ...(observe && { observe }),
  });
}

/** Sends a request and returns the status, or `undefined` when no response comes. */
export type Ask = (method: string, path: string, body: object) => Promise<number | undefined>;

/** Milliseconds to wait for a response of an endpoint. */
const askTimeoutMs = 10_000;

/**
 * Creates a function that finds out whether a connector serves a path.
 *
 * @param base - Its base address
 * @param headers - Credentials of the caller
 * @returns A function that sends one request and does not read the response body
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
      // Whatever the reason, an endpoint that does not respond is unusable.
      return undefined;
    }
  };
}
