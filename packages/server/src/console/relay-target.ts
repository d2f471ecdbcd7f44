import type { IncomingHttpHeaders } from "node:http";

/** The destination of a request that the page sends through the relay. */
export interface RelayTarget {
  readonly method: "GET" | "POST";
  readonly url: URL;
}

/**
 * Reads the destination of a request that the page sends through the relay.
 *
 * @param headers - Headers of the page's request
 * @returns The target, or a sentence saying what is wrong with it
 */
export function readRelayTarget(headers: IncomingHttpHeaders): RelayTarget | string {
  const method = headers["x-relay-method"];
  const target = String(headers["x-relay-target"] ?? "");
  if (method !== "GET" && method !== "POST")
    return `Relay: found method "${String(method)}", wanted GET or POST`;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return "Relay: found no web address, wanted http or https";
  if (url.username !== "" || url.password !== "")
    return "Relay: found a user name in the address, wanted none";
  return { method, url };
}
