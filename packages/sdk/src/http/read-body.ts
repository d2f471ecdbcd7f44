import type { Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { isConnectorError } from "../errors/connector-error.js";
import { upstreamInvalid } from "../errors/upstream-errors.js";

/** How a body is to be read. */
export interface ReadBodyOptions {
  /** Value of `Content-Encoding`; empty for none. */
  readonly encoding: string;
  /** How often larger than its encoded form the body may be, beyond the first MiB. */
  readonly ratio: number;
}

const decoders: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["br", () => createBrotliDecompress()],
]);

/** Bytes that may come out however few went in. */
const freeBytes = 1024 * 1024;

/** The value of `Accept-Encoding` that fits what is decoded here. */
export const acceptEncoding = "gzip, br";

/** What led to the error for a body that is larger than one page may be. */
class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/**
 * Reports whether an answer was refused for its size only, so that a smaller one may be asked for.
 *
 * @param error - What a call threw
 * @returns Whether the answer had more bytes than `limits.pageBytes`
 */
export function isTooLarge(error: unknown): boolean {
  return isConnectorError(error) && error.cause instanceof BodyTooLarge;
}

/**
 * Decodes a body as it comes, and cuts one that grows out of proportion.
 *
 * @param body - The body as it arrives; destroyed when reading ends early
 * @param options - Encoding and proportion
 * @returns Its bytes
 * @throws ConnectorError `upstream_invalid` when the encoding is unknown, applied twice, broken or a bomb
 */
export function readBody(body: Readable, options: ReadBodyOptions): AsyncIterable<Uint8Array> {
  const encoding = options.encoding.trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return body;
  const decoder = decoders.get(encoding);
  if (decoder === undefined) {
    body.destroy();
    throw upstreamInvalid(
      `Read the answer: found encoding "${encoding.slice(0, 40)}", wanted gzip, br or none`,
    );
  }
  return decode(body, decoder(), options.ratio);
}

/**
 * Reads a body whole.
 *
 * @param body - Its bytes as they come
 * @param most - Most bytes it may have
 * @returns All its bytes
 * @throws ConnectorError `upstream_invalid` when it has more
 */
export async function collectBody(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) {
      throw upstreamInvalid(
        `Read the answer: found more than ${most} bytes in one page, ask for smaller pages`,
        { cause: new BodyTooLarge() },
      );
    }
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined
    ? Buffer.from(only.buffer, only.byteOffset, only.length)
    : Buffer.concat(chunks, size);
}

async function* decode(body: Readable, decoder: Duplex, ratio: number): AsyncGenerator<Uint8Array> {
  let encoded = 0;
  let decoded = 0;
  let broken: Error | undefined;
  body.on("data", (chunk: Buffer) => {
    encoded += chunk.length;
  });
  // `pipe` and not `pipeline`: the two ends fail in different ways, and each must keep its own error.
  body.on("error", (error) => {
    broken = error;
    decoder.destroy(error);
  });
  body.pipe(decoder);
  try {
    // A decoder is in no object mode, so its chunks are bytes.
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      decoded += chunk.length;
      if (decoded > freeBytes && decoded > encoded * ratio) {
        throw upstreamInvalid(
          `Read the answer: found a body that grows more than ${ratio} times when decoded`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (broken !== undefined) throw broken;
    if (isConnectorError(error)) throw error;
    throw upstreamInvalid("Read the answer: found a body that is not encoded as it says", { cause: error });
  } finally {
    body.destroy();
    decoder.destroy();
  }
}
