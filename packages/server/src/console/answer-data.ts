import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { relayHeader } from "../callers/request-site.js";
import type { ConsoleData } from "./console-data.js";
import { pageHeaders } from "./page-headers.js";

/** A request of the page for data, before it has been checked. */
export interface DataExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the request has the token of the page. */
  readonly hasPageToken: boolean;
  /** Origins of this service as the page reaches it; the one of this request is added. */
  readonly ownOrigins: Set<string>;
}

/**
 * Answers a request of the page for data, if it comes from the page itself. A download comes from a link, which cannot
 * carry the token; its address is the secret.
 *
 * @param data - What answers
 * @param exchange - The request and its reply
 */
export async function answerData(
  data: ConsoleData,
  { request, reply, hasPageToken: isOurs, ownOrigins }: DataExchange,
): Promise<void> {
  const isDownload = request.method === "GET";
  if (request.headers[relayHeader] !== undefined || !(isOurs || isDownload))
    return reply.code(403).headers(pageHeaders).send({
      code: "refused",
      error: "Could not answer the request: it comes from a page of an earlier start. Reload the page.",
    });
  const own = ownAddress(request);
  ownOrigins.add(own.origin);
  const disconnected = new AbortController();
  reply.raw.once("close", () => disconnected.abort());
  const response = await data.answer({
    method: isDownload ? "GET" : "POST",
    // The wildcard of the route is a text.
    path: `${isDownload ? "exports/" : ""}${(request.params as { readonly "*": string })["*"]}`,
    body: Buffer.isBuffer(request.body) ? request.body.toString() : "",
    own,
    signal: disconnected.signal,
  });
  reply.hijack();
  reply.raw.writeHead(response.status, { ...Object.fromEntries(response.headers), ...pageHeaders });
  if (response.body === null) {
    reply.raw.end();
    return;
  }
  // The types of Node's streams and of web streams declare the same class separately.
  const body = Readable.fromWeb(response.body as WebStream<Uint8Array>);
  // The page detects a truncated response; there is nobody else to report it to.
  await pipeline(body, reply.raw).catch(() => undefined);
}

/** The address at which this service accepted the connection, which is one of this machine. */
function ownAddress({ raw }: FastifyRequest): URL {
  const { localAddress = "127.0.0.1", localPort } = raw.socket;
  const host = localAddress.replace(/^::ffff:/, "");
  const scheme = "encrypted" in raw.socket ? "https" : "http";
  return new URL(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${localPort}/`);
}
