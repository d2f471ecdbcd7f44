import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageHeaders } from "./console-files.js";

/** How the data side of a console reaches connectors. */
export interface ConsoleReach {
  /**
   * A `fetch` through the egress guard of the console, with the credentials of the caller. It fails when a compressed body
   * is truncated. It supports method, headers, a text body and a signal, and follows no redirect.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Returns the address of a connector that the console lists, with the credentials it needs; `undefined` for others.
   */
  readonly listed: (url: URL) => { readonly headers: Readonly<Record<string, string>> } | undefined;
}

/** A request of the page for data. It comes from the page itself: origin and token have been checked. */
export interface ConsoleDataRequest {
  readonly method: "GET" | "POST";
  /** Path below `data/`, such as `runs/1/rows`. */
  readonly path: string;
  /** The JSON body as text; empty without one. */
  readonly body: string;
  /** Address of this service, to which paths such as `/samples/` belong. */
  readonly own: URL;
  /** Aborted when the page no longer waits for the response. */
  readonly signal: AbortSignal;
}

/**
 * Answers the page's requests for rows, profiles, charts and exports. It is handed to the console, which depends on no
 * engine itself.
 */
export interface ConsoleData {
  /**
   * Answers a request.
   *
   * @param request - The request
   * @returns The response; the console adds the headers of its policy
   */
  answer(request: ConsoleDataRequest): Promise<Response>;
  /** Stops everything and removes every file. */
  close(): Promise<void>;
}

/** A request of the page for data. Its origin and token have been checked. */
export interface DataExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Origins of this service as the page reaches it; the one of this request is added. */
  readonly ownOrigins: Set<string>;
}

/**
 * Answers a request of the page for data.
 *
 * @param data - What answers
 * @param exchange - The request and its reply
 */
export async function answerData(
  data: ConsoleData,
  { request, reply, ownOrigins }: DataExchange,
): Promise<void> {
  const isDownload = request.method === "GET";
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
