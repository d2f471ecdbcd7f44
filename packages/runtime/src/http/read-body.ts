import type { Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { exactNumbers, type HttpAnswer, isConnectorError, upstreamInvalid } from "@wellhead/sdk";
import { defaultHttpLimits, upstreamTooLarge } from "@wellhead/sdk/internal";
import { ByteStore } from "../bytes/byte-store.js";

/** Options of {@link readBody}. */
export interface ReadBodyOptions {
  /** Value of `Content-Encoding`; empty for none. */
  readonly encoding: string;
  /** Maximum ratio of decoded to encoded size, beyond the first MiB. */
  readonly ratio: number;
}

const decoders: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["br", () => createBrotliDecompress()],
]);

/** Decoded bytes that are allowed whatever the encoded size. */
const freeBytes = 1024 * 1024;

/** Value of `Accept-Encoding`: the encodings that `readBody` decodes. */
export const acceptEncoding = "gzip, br";

/**
 * Decodes a body as it arrives, and aborts when it grows out of proportion.
 *
 * @param body - The encoded body; destroyed when reading ends early
 * @param options - Encoding and maximum ratio
 * @returns Its bytes
 * @throws ConnectorError `upstream_invalid` when the encoding is unknown, applied twice, invalid or a bomb
 */
export function readBody(body: Readable, options: ReadBodyOptions): AsyncIterable<Uint8Array> {
  const encoding = options.encoding.trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return body;
  const decoder = decoders.get(encoding);
  if (decoder === undefined) {
    body.destroy();
    throw upstreamInvalid(
      `Could not read the response: expected the encoding gzip, br or none, got "${encoding.slice(0, 40)}".`,
    );
  }
  return decode(body, decoder(), options.ratio);
}

/**
 * Reads a whole body.
 *
 * @param body - Its bytes as they arrive
 * @param maxBytes - Maximum number of bytes
 * @returns All its bytes
 * @throws ConnectorError `upstream_invalid` when it has more
 */
export async function collectBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const bytes = new ByteStore();
  for await (const chunk of body) {
    if (bytes.length + chunk.length > maxBytes) {
      throw upstreamTooLarge(
        `Could not read the response: it has more than ${maxBytes} bytes in one page. Request smaller pages.`,
      );
    }
    bytes.add(chunk);
  }
  return bytes.take();
}

async function* decode(body: Readable, decoder: Duplex, ratio: number): AsyncGenerator<Uint8Array> {
  let encoded = 0;
  let decoded = 0;
  let broken: Error | undefined;
  body.on("data", (chunk: Buffer) => {
    encoded += chunk.length;
  });
  // `pipe` and not `pipeline`: body and decoder fail in different ways, and each must keep its own error.
  body.on("error", (error) => {
    broken = error;
    decoder.destroy(error);
  });
  body.pipe(decoder);
  try {
    // A decoder is not in object mode, so its chunks are bytes.
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      decoded += chunk.length;
      if (decoded > freeBytes && decoded > encoded * ratio) {
        throw upstreamInvalid(
          `Could not read the response: its body is more than ${ratio} times larger when decoded.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (broken !== undefined) throw broken;
    if (isConnectorError(error)) throw error;
    throw upstreamInvalid(
      "Could not read the response: its body does not have the encoding that its headers name.",
      { cause: error },
    );
  } finally {
    body.destroy();
    decoder.destroy();
  }
}

/** A response that is not read to its end. */
export interface DroppedReply {
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes its connection. */
  readonly drop: () => void;
}

/** Maximum bytes of the body of an error response that `fault` may inspect. */
const faultBytes = 64 * 1024;

/**
 * Reads as much of the body of an error response as `fault` may inspect; a body that cannot be read counts as none.
 *
 * @param reply - The response; its connection is dropped
 * @returns The value of a JSON body, else the text
 */
export async function readFault(reply: DroppedReply): Promise<Pick<HttpAnswer, "body" | "text">> {
  let bytes: Buffer | undefined;
  try {
    bytes = await collectBody(reply.body, faultBytes);
    return { body: parseJson(bytes, defaultHttpLimits.depth) };
  } catch {
    return { body: undefined, text: bytes?.toString("utf8") };
  } finally {
    reply.drop();
  }
}

/**
 * Parses JSON strictly: UTF-8, limited depth. A number that loses digits as a double – an integer above 2^53, `1e400`,
 * a decimal with thirty digits – becomes a string with its text.
 *
 * @param bytes - UTF-8, with or without a byte order mark
 * @param depth - Maximum levels of arrays and objects
 * @returns The value
 * @throws ConnectorError `upstream_invalid` when it is not such JSON
 */
export function parseJson(bytes: Uint8Array, depth: number): unknown {
  const text = decodeText(bytes);
  try {
    const value: unknown = JSON.parse(exactNumbers(text, depth));
    return value;
  } catch (error) {
    if (error instanceof RangeError) {
      throw upstreamInvalid(
        `Could not read the response: expected at most ${depth} levels of JSON, got more.`,
      );
    }
    // The parser's own message quotes the body, which may hold secrets, so it is dropped.
    throw upstreamInvalid(`Could not read the response: expected JSON, got ${describeText(text)}.`);
  }
}

/**
 * Decodes UTF-8 strictly and removes a byte order mark.
 *
 * @param bytes - The bytes
 * @returns The text
 * @throws ConnectorError `upstream_invalid` when the bytes are not UTF-8
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw upstreamInvalid("Could not read the response: expected text, got bytes that are not UTF-8.", {
      cause: error,
    });
  }
}

function describeText(text: string): string {
  const start = text.trimStart().slice(0, 1);
  if (start === "") return "nothing";
  if (start === "<") return "a web page or XML";
  return start === "{" || start === "[" ? "JSON that is broken or cut short" : "text";
}
