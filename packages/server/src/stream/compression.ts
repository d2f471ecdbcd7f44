import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { allQualities } from "../wire/wire-request.js";

/** A content coding that rows may be sent in. */
export type Compression = "zstd" | "br" | "gzip";

/** A transform that compresses and can be flushed. */
export interface Compressor extends Transform {
  flush(callback?: () => void): void;
}

const { constants, createBrotliCompress, createGzip } = zlib;

/** The compressors of this runtime. */
const makers = compressorsOf(zlib);

/**
 * Chooses the content coding from the `Accept-Encoding` header: the one with the highest quality. Among equals it
 * prefers zstd (where the runtime supports it), then br, then gzip.
 *
 * @param accept - The header. Default: none
 * @returns The coding; `undefined` for none
 * @see The connector contract, POST /
 */
export function negotiateCompression(accept = ""): Compression | undefined {
  const choices = allQualities(accept);
  const qualityOf = (name: string, otherwise: number): number =>
    choices.find((choice) => choice.name === name)?.quality ?? otherwise;
  const rest = qualityOf("*", 0);
  const plain = qualityOf("identity", 0);
  return [...makers.keys()]
    .map((name) => ({ name, quality: qualityOf(name, rest) }))
    .toSorted((left, right) => right.quality - left.quality)
    .find(({ quality }) => quality > 0 && quality >= plain)?.name;
}

/**
 * Creates a compressor.
 *
 * @param compression - The content coding
 * @returns A transform from plain to compressed bytes
 */
export function makeCompressor(compression: Compression): Compressor {
  const make = makers.get(compression);
  if (make === undefined)
    throw new TypeError(
      `Could not compress the rows: expected a coding of this runtime, got "${compression}".`,
    );
  return make();
}

/**
 * Returns the compressors of a runtime by coding, all at level 1: higher levels take several times as long and save only a
 * few percent.
 *
 * @param runtime - Its `node:zlib`. Node 22.15 added zstd; the types of Node 20 do not declare it
 * @returns Functions that create them, in the order of preference
 */
export function compressorsOf(runtime: Pick<typeof zlib, "constants">): Map<Compression, () => Compressor> {
  const makeZstd: unknown = Reflect.get(runtime, "createZstdCompress");
  const level = String(Reflect.get(runtime.constants, "ZSTD_c_compressionLevel"));
  return new Map<Compression, () => Compressor>([
    ...(makesCompressor(makeZstd) ? [["zstd", () => makeZstd({ params: { [level]: 1 } })] as const] : []),
    ["br", () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["gzip", () => createGzip({ level: 1 })],
  ]);
}

/** Returns whether the runtime has `createZstdCompress`, which creates a transform like the other codings do. */
function makesCompressor(make: unknown): make is (options: object) => Compressor {
  return typeof make === "function";
}
