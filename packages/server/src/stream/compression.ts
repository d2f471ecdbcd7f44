import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { allQualities } from "../encoder/parse-qualities.js";

/** A content coding rows may be sent in. */
export type Compression = "zstd" | "br" | "gzip";

/** A transform that compresses and can be told to send what it holds. */
export interface Compressor extends Transform {
  flush(callback?: () => void): void;
}

/** Level 1 throughout: higher levels cost several times the time and save a few per cent of such text. */
const makers: ReadonlyMap<Compression, () => Compressor> = new Map<Compression, () => Compressor>([
  ...zstdMaker(),
  ["br", () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["gzip", () => createGzip({ level: 1 })],
]);

/**
 * Chooses the content coding from the `Accept-Encoding` header: the highest quality, among equals zstd (where the
 * runtime has it), then br, then gzip.
 *
 * @param accept - The header
 * @returns The coding, `undefined` for none
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
 * Makes a compressor.
 *
 * @param compression - The content coding
 * @returns A transform from plain to compressed bytes
 */
export function makeCompressor(compression: Compression): Compressor {
  const make = makers.get(compression);
  if (make === undefined)
    throw new TypeError(`Compress rows: found "${compression}", wanted a coding of this runtime`);
  return make();
}

/** Zstandard came with Node 22.15; the types of Node 20 do not know it. */
function zstdMaker(): [Compression, () => Compressor][] {
  const make: unknown = Reflect.get(zlib, "createZstdCompress");
  const level: unknown = Reflect.get(constants, "ZSTD_c_compressionLevel");
  if (!makesCompressor(make) || typeof level !== "number") return [];
  return [["zstd", () => make({ params: { [level]: 1 } })]];
}

/** The function of that name in node:zlib makes a transform like its siblings. */
function makesCompressor(make: unknown): make is (options: object) => Compressor {
  return typeof make === "function";
}
