import type { Transform } from "node:stream";
import { PassThrough } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/**
 * Creates the decoder for a `Content-Encoding`.
 *
 * @param encoding - Value of the header; empty when there is none
 * @returns A stream from wire bytes to body bytes; an unknown encoding is passed through
 */
export function decodeBody(encoding: string): Transform {
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
