import { PassThrough, pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { request } from "undici";

/**
 * A `fetch` that fails when a compressed body is truncated; Node's own `fetch` treats such a body as complete. It
 * supports only what the client uses: method, headers, a text body and a signal.
 *
 * @param input - The address
 * @param init - Method, headers, body, signal
 * @returns The response, decompressed
 */
export async function strictFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", "gzip, br");
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
  if (decoder === undefined) return respond(answer.statusCode, received, answer.body);
  received.delete("content-encoding");
  const decoded = new PassThrough({ destroy: (error, done) => done(withMessage(error)) });
  return respond(
    answer.statusCode,
    received,
    pipeline(answer.body, decoder(), decoded, () => {}),
  );
}

/**
 * Returns an error of the decoder without its code. Since Node 22, `Readable.toWeb` recognizes the code and replaces
 * the error with one without a message. Socket errors also have an `errno`, but they have a `syscall` too and are
 * returned unchanged.
 */
function withMessage(error: Error | null): Error | null {
  if (error === null || !("errno" in error) || "syscall" in error) return error;
  return new Error(`could not decompress the response: ${error.message}`, { cause: error });
}

function respond(status: number, headers: Headers, body: Readable): Response {
  if (status === 204 || status === 304) {
    body.resume();
    return new Response(null, { status, headers });
  }
  // The types of Node's streams and of web streams declare the same class separately.
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers });
}
