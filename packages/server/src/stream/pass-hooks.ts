import { EventEmitter } from "node:events";
import type { Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * How rows are sent after the hooks of the application have run. `direct`: the hooks changed at most the headers, and
 * the rows are written to the response. `piped`: a hook reads or replaces the stream, and Fastify pipes the stream that
 * the hooks returned. `replaced`: the application sent another response, or none.
 */
export type Passage = "direct" | "piped" | "replaced";

/** Rows whose hooks are running. */
interface WaitingRows {
  readonly stream: Transform;
  /** Number of listeners of the stream before any hook ran. */
  readonly listeners: number;
  readonly settle: (passage: Passage) => void;
  /** Called with the error of a stream that a hook returned. */
  readonly fail: (error: unknown) => void;
}

const waiting = new WeakMap<FastifyReply, WaitingRows>();

/**
 * Runs the `onSend` hooks of the application for rows.
 *
 * @param reply - Reply of the request; status and headers are set
 * @param options - The stream that the hooks receive, to which the rows are written if a hook reads it; the function to
 *   call when a stream that a hook returned fails
 * @returns How to send the rows; for `direct` the caller writes the head and all bytes itself
 */
export function passHooks(
  reply: FastifyReply,
  { stream, fail }: { readonly stream: Transform; readonly fail: (error: unknown) => void },
): Promise<Passage> {
  // A response that has already ended emits no further event, so the promise would never settle.
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
 * @returns Whether its rows are waiting for hooks; then the code that sends the rows also counts how they ended
 */
export function awaitsHooks(reply: FastifyReply): boolean {
  return waiting.has(reply);
}

/**
 * Detects what the hooks of the application did to the rows. It must be the last `onSend` hook of each route of a
 * connector. Hooks of a route run after all other hooks, even after those that are added later.
 *
 * @param _request - The request
 * @param reply - Its reply
 * @param payload - What the hooks returned
 * @param done - Sends the payload
 */
// oxlint-disable-next-line max-params -- Fastify passes these
export function watchHooks(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const rows = waiting.get(reply);
  if (rows === undefined) return done(null, payload);
  if (payload === rows.stream && countListeners(rows.stream) === rows.listeners) {
    // Fastify's own pipe would hide when the bytes were sent, and would end a failed stream as if it were complete.
    reply.hijack();
    return rows.settle("direct");
  }
  if (payload instanceof EventEmitter) payload.on("error", rows.fail);
  done(null, payload);
  if (!isStream(payload)) return rows.settle("replaced");
  // Otherwise Fastify would respond to a failure before the first byte, and count it, a second time.
  if (!reply.raw.headersSent) reply.raw.flushHeaders();
  return rows.settle("piped");
}

/**
 * Writes the head of a response whose passage is `direct`.
 *
 * @param reply - Its reply, with the headers that the hooks set
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
