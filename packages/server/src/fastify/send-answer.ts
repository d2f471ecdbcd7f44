import type { FastifyReply } from "fastify";
import type { Exchange } from "../exchange/exchange.js";
import type { Host } from "../host/host.js";
import { makeCompressor } from "../stream/compression.js";
import { ResponseSink } from "../stream/response-sink.js";
import type { RowStream } from "../stream/row-stream.js";
import { type SentRows, sendRows } from "../stream/send-rows.js";

/** What was sent. */
export interface SentAnswer {
  readonly bytes: number;
  /** What became of the rows, when there were any to send. */
  readonly rows: SentRows | undefined;
}

/**
 * Sends an answer to its end.
 *
 * @param reply - Reply of the request
 * @param exchange - The answer
 * @param host - The service
 * @returns What was sent
 */
export async function sendAnswer(reply: FastifyReply, exchange: Exchange, host: Host): Promise<SentAnswer> {
  const { answer, log } = exchange;
  if (answer === undefined) {
    reply.hijack();
    reply.raw.destroy();
    return { bytes: 0, rows: undefined };
  }
  reply.code(answer.status).headers(answer.headers);
  if (host.draining) reply.header("connection", "close");
  if (answer.kind === "value") {
    reply.send(answer.body);
    return { bytes: answer.body === undefined ? 0 : Buffer.byteLength(answer.body), rows: undefined };
  }
  const { limits, onStreamError } = host.options;
  const rows = await sendRows(answer.stream, {
    sink: openSink(reply, answer.stream, limits.stallTimeout),
    turns: host.turns,
    onStreamError,
    scrub: (text) => log.scrub(text),
  });
  return { bytes: rows.bytes, rows };
}

/** From here on the bytes are ours alone: Fastify would end a stream that failed as if it were whole. */
function openSink(reply: FastifyReply, stream: RowStream, stallTimeout: number): ResponseSink {
  reply.hijack();
  const response = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  response.writeHead(reply.statusCode);
  const compressor = stream.compression === undefined ? undefined : makeCompressor(stream.compression);
  return new ResponseSink({ response, compressor, stallTimeout, signal: stream.signal });
}
