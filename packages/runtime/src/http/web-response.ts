import type { IncomingMessage } from "node:http";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { bodyStream } from "./body-stream.js";

/**
 * Returns a response of `node:http` as one of `fetch`, decompressed. Its body fails when it is truncated, also when it
 * is compressed, which Node's own `fetch` treats as complete.
 *
 * @param incoming - The response
 * @returns The same response
 */
export function webResponse(incoming: IncomingMessage): Response {
  const { rawHeaders, statusCode: status = 0 } = incoming;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  const decoder = { gzip: createGunzip, br: createBrotliDecompress }[headers.get("content-encoding") ?? ""];
  if (decoder !== undefined) headers.delete("content-encoding");
  if (status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(bodyStream(incoming, decoder?.()), { status, headers });
}
