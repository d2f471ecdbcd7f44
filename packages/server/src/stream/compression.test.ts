import { buffer } from "node:stream/consumers";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Compression, compressorsOf, makeCompressor, negotiateCompression } from "./compression.js";

/** Rows that each level of a coding compresses to other bytes. */
const rows = Buffer.from(
  Array.from(
    { length: 3000 },
    (_, id) => `{"id":${id},"text":"row ${(id * 7919) % 1000} of a table"}`,
  ).join(),
);

async function compressed(coding: Compression): Promise<Buffer> {
  const compressor = makeCompressor(coding);
  compressor.end(rows);
  return buffer(compressor);
}

it("makeCompressor() compresses at level 1", async () => {
  expect(await compressed("gzip")).toEqual(gzipSync(rows, { level: 1 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  expect(await compressed("br")).toEqual(brotliCompressSync(rows, { params }));
});

it("compressorsOf() has zstd at level 1, and prefers it, where the runtime has it", () => {
  const asked: unknown[] = [];
  const createZstdCompress = (options: unknown) => asked.push(options);
  const runtime = { constants: { ...constants, ZSTD_c_compressionLevel: 100 }, createZstdCompress };
  const makers = compressorsOf(runtime);
  expect([...makers.keys()]).toEqual(["zstd", "br", "gzip"]);
  makers.get("zstd")?.();
  expect(asked).toEqual([{ params: { 100: 1 } }]);
  expect([...compressorsOf({ constants }).keys()]).toEqual(["br", "gzip"]);
});

it("negotiateCompression() compresses nothing for a caller that asks for nothing", () => {
  expect([undefined, "", "identity"].map((accept) => negotiateCompression(accept))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
