import { Connector, connectorAddress, type ExchangeObserver, isLoopback } from "@wellhead/client";
import { usageError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import { strictFetch } from "./strict-fetch.js";
import { joinObservers, traceExchanges } from "./trace-exchanges.js";

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

/** How a connector is reached. */
export interface ConnectOptions {
  /** Credentials of the caller. */
  readonly headers: CallerHeaders;
  /** Where each exchange is printed with `--verbose`. */
  readonly terminal: Terminal;
  /** Called for every request. Default: not called. */
  readonly observe?: ExchangeObserver;
}

/**
 * Creates the client of a connector.
 *
 * @param base - Its base address
 * @param options - Credentials, terminal and observer
 * @returns The client
 */
export function connect(base: URL, { headers, terminal, observe }: ConnectOptions): Connector {
  const observeAll = joinObservers(observe, terminal.isVerbose ? traceExchanges(terminal) : undefined);
  return new Connector(base, {
    // Over a loopback connection, compression costs more than it saves.
    fetch: isLoopback(base) ? (input, init) => strictFetch(input, init, "identity") : strictFetch,
    headers: { "user-agent": "wellhead", ...headers },
    ...(observeAll && { observe: observeAll }),
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
 * @param options - Credentials and terminal
 * @returns A function that sends one request and does not read the response body
 */
export function askWith(base: URL, { headers, terminal }: ConnectOptions): Ask {
  const observe = terminal.isVerbose ? traceExchanges(terminal) : undefined;
  return async (method, path, body) => {
    const url = new URL(`${base.href.replace(/\/+$/, "")}${path}`);
    const sent = { method: method === "POST" ? "POST" : "GET", url, headers: new Headers() } as const;
    const listener = observe?.({ ...sent, body: undefined });
    try {
      const answer = await fetch(url, {
        method,
        headers: { "user-agent": "wellhead", "content-type": "application/json", ...headers },
        ...(method === "POST" && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(askTimeoutMs),
        redirect: "manual",
      });
      await answer.body?.cancel();
      listener?.head?.(answer.status, answer.headers);
      listener?.end?.(undefined);
      return answer.status;
    } catch (error) {
      listener?.end?.(error);
      // Whatever the reason, an endpoint that does not respond is unusable.
      return undefined;
    }
  };
}
