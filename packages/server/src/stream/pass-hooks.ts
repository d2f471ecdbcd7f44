import { EventEmitter } from "node:events";
import type { Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * How rows reach their caller after the hooks of the application have run. `direct`: the hooks changed headers at most, and
 * the rows are written to the response. `piped`: a hook reads or replaces the stream, and Fastify pipes what the hooks
 * returned. `replaced`: the application sent another answer, or none.
 */
export type Passage = "direct" | "piped" | "replaced";

/** Rows whose hooks are running. */
interface WaitingRows {
  readonly stream: Transform;
  /** Listeners of the stream before any hook saw it. */
  readonly listeners: number;
  readonly settle: (passage: Passage) => void;
  /** Called with what went wrong in a stream of a hook. */
  readonly fail: (error: unknown) => void;
}

const waiting = new WeakMap<FastifyReply, WaitingRows>();

/**
 * Has the `onSend` hooks of the application run for rows.
 *
 * @param reply - Reply of the request; status and headers are set
 * @param options - The stream that the hooks get, and that rows are written to when one of them reads it; what is called
 *   when a stream of a hook fails
 * @returns How the rows are to be sent; for `direct` the caller writes the head and all bytes itself
 */
export function passHooks(
  reply: FastifyReply,
  { stream, fail }: { readonly stream: Transform; readonly fail: (error: unknown) => void },
): Promise<Passage> {
  // Nothing would tell of the end of an answer that has ended before.
  if (reply.sent || reply.raw.destroyed) return Promise.resolve("replaced");
  return new Promise((resolve) => {
    const settle = (passage: Passage): void => {
      waiting.delete(reply);
      reply.raw.off("close", replaced);
      resolve(passage);
    };
    const replaced = (): void => settle("replaced");
    reply.raw.once("close", replaced);
    waiting.set(reply, { stream, listeners: countListeners(stream), settle, fail });
    reply.send(stream);
  });
}

/**
 * @param reply - Reply of a request
 * @returns Whether its rows wait for hooks, so that whoever sends them also counts how they ended
 */
export function awaitsHooks(reply: FastifyReply): boolean {
  return waiting.has(reply);
}

/**
 * Finds out what the hooks of the application did to rows. It has to be the last `onSend` hook of each route of a
 * connector: hooks of a route run after all others, also those that are added later.
 *
 * @param _request - The request
 * @param reply - Its reply
 * @param payload - What the hooks returned
 * @param done - Sends it
 */
// oxlint-disable-next-line max-params -- Fastify hands these over
export function watchHooks(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const rows = waiting.get(reply);
  if (rows === undefined) return done(null, payload);
  if (payload === rows.stream && countListeners(rows.stream) === rows.listeners) {
    // Fastify's own pipe would hide when the bytes have left, and would end a failed stream as if it were whole.
    reply.hijack();
    return rows.settle("direct");
  }
  if (payload instanceof EventEmitter) payload.on("error", rows.fail);
  done(null, payload);
  if (!isStream(payload)) return rows.settle("replaced");
  // A failure before the first byte would be answered, and counted, once more.
  if (!reply.raw.headersSent) reply.raw.flushHeaders();
  return rows.settle("piped");
}

/**
 * Writes the head of an answer whose passage is `direct`.
 *
 * @param reply - Its reply, as the hooks left it
 */
export function writeHead(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(reply.statusCode);
}

function countListeners(stream: Transform): number {
  return stream.eventNames().reduce((count, name) => count + stream.listenerCount(name), 0);
}

function isStream(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && ("pipe" in payload || "getReader" in payload);
}
