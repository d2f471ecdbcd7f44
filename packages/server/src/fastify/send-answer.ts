import { PassThrough } from "node:stream";
import type { FastifyReply } from "fastify";
import { callerOf } from "../callers/caller-guard.js";
import type { Host } from "../host/host.js";
import type { RequestLog } from "../observe/logs/request-log.js";
import type { ReusedAnswer, StreamAnswer, ValueAnswer } from "../request/answer.js";
import { makeCompressor } from "../stream/compression.js";
import { passHooks, writeHead } from "../stream/pass-hooks.js";
import { type Pace, ResponseSink } from "../stream/response-sink.js";
import { type SentRows, sendRows } from "../stream/send-rows.js";

/** What was sent. */
export interface SentAnswer {
  readonly bytes: number;
  /** How sending the rows ended; `undefined` if there were no rows to send. */
  readonly rows: SentRows | undefined;
}

/**
 * Sends a complete response through Fastify, so that the hooks of the application run. If there is none because the
 * caller has left, closes the connection.
 *
 * @param reply - Reply of the request
 * @param answer - The response; `undefined` if the caller has left
 * @param host - The service
 * @returns What was sent
 */
export function sendValue(reply: FastifyReply, answer: ValueAnswer | undefined, host: Host): SentAnswer {
  if (answer === undefined) {
    reply.hijack();
    reply.raw.destroy();
    return { bytes: 0, rows: undefined };
  }
  const { status, headers, body } = answer;
  if (host.draining) reply.header("connection", "close");
  reply.code(status).headers(headers).send(body);
  return { bytes: body === undefined ? 0 : Buffer.byteLength(body), rows: undefined };
}

/**
 * Sends a body whose memory is used again afterwards. The hooks of the application receive a stream, so that none of them
 * keeps the memory.
 *
 * @param reply - Reply of the request
 * @param answer - The response
 * @param host - The service
 * @returns What was sent
 */
export async function sendReused(
  reply: FastifyReply,
  { status, headers, body, release }: ReusedAnswer,
  host: Host,
): Promise<SentAnswer> {
  if (host.draining) reply.header("connection", "close");
  reply.code(status).headers(headers);
  const stream = new PassThrough().end(body);
  const response = reply.raw;
  const passage = await passHooks(reply, { stream, fail: () => response.destroy() });
  if (passage === "direct") {
    stream.destroy();
    writeHead(reply.header("content-length", body.length));
    response.once("close", release).end(body);
  }
  return { bytes: passage === "replaced" ? 0 : body.length, rows: undefined };
}

/** Maximum of a timer, in milliseconds. */
const longestTimeout = 2 ** 31 - 1;

/** What {@link sendStream} needs besides the rows. */
export interface SendStreamOptions {
  readonly host: Host;
  /** Log of the request, which removes its secrets from texts. */
  readonly log: RequestLog;
  /** Id of the connector. */
  readonly connector: string;
  /** How fast the rows may be sent; `undefined` for as fast as the caller reads. */
  readonly pace: Pace | undefined;
}

/**
 * Runs the hooks of the application, then sends all rows.
 *
 * @param reply - Reply of the request
 * @param answer - The rows
 * @param options - The service, the log and the connector
 * @returns What was sent
 */
export async function sendStream(
  reply: FastifyReply,
  answer: StreamAnswer,
  { host, log, connector, pace }: SendStreamOptions,
): Promise<SentAnswer> {
  const { stream } = answer;
  const { control, reader } = stream;
  const { limits, onStreamError } = host.options;
  if (host.draining) reply.header("connection", "close");
  reply.code(answer.status).headers(answer.headers);
  const compressor = stream.compression === undefined ? undefined : makeCompressor(stream.compression);
  const carrier = compressor ?? new PassThrough();
  const passage = await passHooks(reply, { stream: carrier, fail: (error) => control.abort(error) }).catch(
    (error: unknown) => {
      reader.stop();
      throw error;
    },
  );
  const response = reply.raw;
  if (passage === "replaced") {
    reader.stop();
    carrier.destroy();
    return { bytes: 0, rows: response.writableEnded ? undefined : { ending: "gone", rows: 0, bytes: 0 } };
  }
  if (passage === "direct") writeHead(reply);
  const piped = passage === "piped" ? carrier : undefined;
  const { minReadRate } = limits;
  // The service judges the caller itself if it reads the rows of this process at a pace of its own.
  const stallTimeout = callerOf(reply.request).isPaced === true ? longestTimeout : limits.stallTimeout;
  const rows = await sendRows(stream, {
    sink: new ResponseSink({ response, compressor, piped, stallTimeout, minReadRate, control, pace }),
    turns: host.turns,
    connector,
    onStreamError,
    scrub: (text) => log.scrub(text),
    describeFault: log.describeFault,
  });
  return { bytes: rows.bytes, rows };
}
