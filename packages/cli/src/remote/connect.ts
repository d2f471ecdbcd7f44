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
