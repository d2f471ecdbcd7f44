import type { IncomingMessage } from "node:http";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { bodyStream } from "@wellhead/runtime";
import type { ConsoleReach } from "./console-data.js";
import type { Outgoing } from "./outgoing.js";

/**
 * Returns a `fetch` that sends requests as the relay does.
 *
 * @param outgoing - What sends them
 * @param isOwn - Whether an address is this service
 * @returns The function
 */
export function guardedFetch(outgoing: Outgoing, isOwn: (url: URL) => boolean): ConsoleReach["fetch"] {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    headers.delete("accept-encoding");
    const incoming = await outgoing.send(url, {
      method: init.method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(headers),
      ...(typeof init.body === "string" && { body: init.body }),
      signal: init.signal ?? new AbortController().signal,
      isOwn: isOwn(url),
    });
    return responseOf(incoming);
  };
}

function responseOf(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  const status = incoming.statusCode ?? 0;
  const decoder = { gzip: createGunzip, br: createBrotliDecompress }[headers.get("content-encoding") ?? ""];
  if (decoder !== undefined) headers.delete("content-encoding");
  if (status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  // A truncated body ends the stream with an error; Node's own `fetch` treats a compressed one as complete.
  return new Response(bodyStream(incoming, decoder?.()), { status, headers });
}
