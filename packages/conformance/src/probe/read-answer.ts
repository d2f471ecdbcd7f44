import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { BodyEnding, Exchange, ProbeRequest } from "../exchange/exchange.js";

/** How much of a response to read. */
export interface ReadAnswerOptions {
  /** The request that the response belongs to. */
  readonly request: ProbeRequest;
  /** When the request was sent, by the monotonic clock. */
  readonly startedAt: number;
  /** Maximum number of decoded bytes to read. */
  readonly maxBytes: number;
  /** Timeout of the body in milliseconds; reading then stops with what has arrived. */
  readonly timeLimit: number;
}

/**
 * Reads a response, up to the limits: neither an endless stream nor a small body that decodes to a huge one takes more
 * than `maxBytes`.
 *
 * @param response - The response, with its headers received
 * @param options - Limits
 * @returns The exchange
 */
export function readAnswer(response: IncomingMessage, options: ReadAnswerOptions): Promise<Exchange> {
  const { request, startedAt, maxBytes, timeLimit } = options;
  const decoder = decodeBody(response.headers["content-encoding"] ?? "");
  // One buffer that grows: a chunk takes up to 300 bytes of memory, even one of a single byte.
  const body = new ArrayBuffer(0, { maxByteLength: maxBytes });
  const magic: number[] = [];
  let decoded = 0;
  let wireBytes = 0;
  let firstByteAt: number | undefined;
  return new Promise((resolve) => {
    let over = false;
    const timer = setTimeout(() => finish("left"), timeLimit);
    function finish(ending: BodyEnding): void {
      if (over) return;
      over = true;
      clearTimeout(timer);
      const now = performance.now();
      if (ending !== "whole") response.destroy();
      decoder.destroy();
      const bytes = Buffer.from(body);
      resolve({
        request,
        status: response.statusCode ?? 0,
        headers: flatHeaders(response),
        ending,
        wireBytes,
        magic,
        ...readText(bytes, ending),
        firstByteMs: (firstByteAt ?? now) - startedAt,
        totalMs: now - startedAt,
      });
    }
    response.on("data", (chunk: Buffer) => {
      firstByteAt ??= performance.now();
      wireBytes += chunk.length;
      if (magic.length < 4) magic.push(...chunk.subarray(0, 4 - magic.length));
    });
    response.on("aborted", () => finish("cut"));
    response.on("error", () => finish("cut"));
    decoder.on("data", (chunk: Buffer) => {
      append(body, chunk.subarray(0, maxBytes - decoded));
      decoded += chunk.length;
      if (decoded > maxBytes) finish("left");
    });
    decoder.on("end", () => finish("whole"));
    decoder.on("error", () => finish("undecodable"));
    response.pipe(decoder);
  });
}

function append(body: ArrayBuffer, piece: Uint8Array): void {
  const start = body.byteLength;
  body.resize(start + piece.length);
  new Uint8Array(body, start).set(piece);
}

function readText(bytes: Buffer, ending: BodyEnding): { text: string; utf8: boolean } {
  try {
    // A truncated body may end inside a character, which says nothing about its encoding.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: ending !== "whole" });
    return { text, utf8: true };
  } catch {
    return { text: bytes.toString("latin1"), utf8: false };
  }
}

function flatHeaders(response: IncomingMessage): Record<string, string> {
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return Object.fromEntries(headers);
}

/**
 * Creates the decoder for a `Content-Encoding`.
 *
 * @param encoding - Value of the header; empty when there is none
 * @returns A stream from wire bytes to body bytes; an unknown encoding is passed through
 */
function decodeBody(encoding: string): Transform {
  switch (encoding.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      return createInflate();
    default:
      return new PassThrough();
  }
}
