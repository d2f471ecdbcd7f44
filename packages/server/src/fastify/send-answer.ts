import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { Answer, StreamAnswer, ValueAnswer } from "../answer/answer.js";
import type { Host } from "../host/host.js";
import type { RequestLog } from "../logs/request-log.js";
import { makeCompressor } from "../stream/compression.js";
import { ResponseSink } from "../stream/response-sink.js";
import { type SentRows, sendRows } from "../stream/send-rows.js";

/** What was sent. */
export interface SentAnswer {
  readonly bytes: number;
  /** What became of the rows, when there were any to send. */
  readonly rows: SentRows | undefined;
}

/**
 * Sends an answer whose bytes are at hand through Fastify, so that the hooks of the application run; without one, for a
 * caller that has left, closes the connection.
 *
 * @param reply - Reply of the request
 * @param answer - The answer
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
 * Sends rows to their end. Fastify has no part in it: it would end a stream that failed as if it were whole.
 *
 * @param reply - Reply of the request
 * @param answer - The rows
 * @param options - The service, and the log that knows the secrets of the request
 * @returns What was sent
 */
export async function sendStream(
  reply: FastifyReply,
  answer: StreamAnswer,
  { host, log }: { readonly host: Host; readonly log: RequestLog },
): Promise<SentAnswer> {
  const { stream } = answer;
  const { limits, onStreamError } = host.options;
  reply.hijack();
  const response = reply.raw;
  response.writeHead(answer.status, headersOf(reply, answer, host));
  const compressor = stream.compression === undefined ? undefined : makeCompressor(stream.compression);
  const { stallTimeout, minReadRate } = limits;
  const rows = await sendRows(stream, {
    sink: new ResponseSink({ response, compressor, stallTimeout, minReadRate, control: stream.control }),
    turns: host.turns,
    onStreamError,
    scrub: (text) => log.scrub(text),
  });
  return { bytes: rows.bytes, rows };
}

function headersOf(reply: FastifyReply, answer: Answer, host: Host): OutgoingHttpHeaders {
  // Filled name by name: V8 is many times slower to add a member to a copy made by spreading.
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) headers[name] = value;
  for (const [name, value] of Object.entries(answer.headers)) headers[name] = value;
  if (host.draining) headers["connection"] = "close";
  return headers;
}
