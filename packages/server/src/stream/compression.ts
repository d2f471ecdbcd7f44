import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { allQualities } from "../wire/wire-request.js";

/** A content coding that rows may be sent in. */
export type Compression = "zstd" | "br" | "gzip";

/** A transform that compresses and can be flushed. */
export interface Compressor extends Transform {
  flush(callback?: () => void): void;
}

/** Compressors by coding, all at level 1: higher levels take several times as long and save only a few percent. */
const makers: ReadonlyMap<Compression, () => Compressor> = new Map<Compression, () => Compressor>([
  ...zstdMaker(),
  ["br", () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["gzip", () => createGzip({ level: 1 })],
]);

/**
 * Chooses the content coding from the `Accept-Encoding` header: the one with the highest quality. Among equals it
 * prefers zstd (where the runtime supports it), then br, then gzip.
 *
 * @param accept - The header
 * @returns The coding; `undefined` for none
 * @see The connector contract, POST /
 */
export function negotiateCompression(accept: string | undefined): Compression | undefined {
  if (accept === undefined || accept === "") return undefined;
  const choices = allQualities(accept);
  const qualityOf = (name: string, otherwise: number): number =>
    choices.find((choice) => choice.name === name)?.quality ?? otherwise;
  const rest = qualityOf("*", 0);
  const plain = qualityOf("identity", 0);
  const [best] = [...makers.keys()]
    .map((name) => ({ name, quality: qualityOf(name, rest) }))
    .toSorted((left, right) => right.quality - left.quality);
  return best !== undefined && best.quality > 0 && best.quality >= plain ? best.name : undefined;
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

/** Returns the zstd compressor if the runtime has one. Node 22.15 added it; the types of Node 20 do not declare it. */
function zstdMaker(): [Compression, () => Compressor][] {
  const make: unknown = Reflect.get(zlib, "createZstdCompress");
  const level: unknown = Reflect.get(constants, "ZSTD_c_compressionLevel");
  if (!makesCompressor(make) || typeof level !== "number") return [];
  return [["zstd", () => make({ params: { [level]: 1 } })]];
}

/** Returns whether the runtime has `createZstdCompress`, which creates a transform like the other codings do. */
function makesCompressor(make: unknown): make is (options: object) => Compressor {
  return typeof make === "function";
}
