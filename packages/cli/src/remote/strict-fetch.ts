import { createBrotliDecompress, createGunzip } from "node:zlib";
import { bodyStream } from "@wellhead/runtime";
import { request } from "undici";

/**
 * A `fetch` that fails when a compressed body is truncated, which Node's own `fetch` treats as complete, and that hands
 * out all that has arrived when the connection breaks, which Node's own drops. It supports only what the client uses:
 * method, headers, a text body and a signal.
 *
 * @param input - The address
 * @param init - Method, headers, body, signal
 * @param encodings - Compressions to ask for; gzip and br when omitted
 * @returns The response, decompressed
 */
export async function strictFetch(
  input: string | URL | Request,
  init: RequestInit = {},
  encodings = "gzip, br",
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", encodings);
  const answer = await request(input instanceof Request ? input.url : input, {
    method: init.method === "POST" ? "POST" : "GET",
    headers: Object.fromEntries(headers),
    body: typeof init.body === "string" ? init.body : null,
    ...(init.signal && { signal: init.signal }),
    // No timeouts: a connector may compute for a long time before the first row, and the reader may be slow.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const received = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) received.append(name, one);
  }
  const decoder = { gzip: createGunzip, br: createBrotliDecompress }[received.get("content-encoding") ?? ""];
  if (decoder !== undefined) received.delete("content-encoding");
  const { statusCode: status, body } = answer;
  if (status === 204 || status === 304) {
    body.resume();
    return new Response(null, { status, headers: received });
  }
  return new Response(bodyStream(body, decoder?.()), { status, headers: received });
}
