import type { IncomingMessage } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { ConsoleReach } from "./console-data.js";
import type { Outgoing } from "./outgoing.js";

/** Bytes that are read ahead of the reader. */
const maxQueuedBytes = 2 ** 20;

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
  const body = decoder === undefined ? incoming : pipeline(incoming, decoder(), new PassThrough(), () => {});
  return new Response(bodyOf(body), { status, headers });
}

/**
 * Returns what a stream brings, then its error. A stream converted by Node drops what has arrived but not been read when
 * it fails, and with it the rows before a fault.
 */
function bodyOf(stream: Readable): ReadableStream<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let queued = 0;
  let end: { readonly error?: Error } | undefined;
  let wake: (() => void) | undefined;
  const finish = (error?: Error): void => {
    end ??= error === undefined ? {} : { error };
    wake?.();
  };
  stream.on("data", (chunk: Uint8Array) => {
    chunks.push(chunk);
    queued += chunk.length;
    if (queued >= maxQueuedBytes) stream.pause();
    wake?.();
  });
  stream.once("end", () => finish());
  stream.once("error", finish);
  stream.once("close", () => finish(new Error("the connection was closed before the end")));
  return new ReadableStream({
    async pull(controller) {
      while (chunks.length === 0 && end === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        queued -= chunk.length;
        controller.enqueue(chunk);
        if (queued < maxQueuedBytes) stream.resume();
      } else if (end?.error === undefined) controller.close();
      else controller.error(end.error);
    },
    cancel: () => void stream.destroy(),
  });
}
