import { buffer } from "node:stream/consumers";
import * as zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Compression, makeCompressor, negotiateCompression } from "./compression.js";

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

/** Node 20 has no zstd, and neither have its types. */
const zstd: unknown = Reflect.get(zlib, "zstdCompressSync");

function isCompressing(value: unknown): value is (bytes: Buffer, options?: object) => Buffer {
  return typeof value === "function";
}

describe("makeCompressor()", () => {
  it("compresses at level 1", async () => {
    expect(await compressed("gzip")).toEqual(zlib.gzipSync(rows, { level: 1 }));
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 };
    expect(await compressed("br")).toEqual(zlib.brotliCompressSync(rows, { params }));
  });

  it.skipIf(!isCompressing(zstd))("compresses with zstd at level 1 where Node has it", async () => {
    if (!isCompressing(zstd)) return;
    // The parameter 100 is the level.
    expect(await compressed("zstd")).toEqual(zstd(rows, { params: { 100: 1 } }));
    expect(zstd(rows, { params: { 100: 1 } })).not.toEqual(zstd(rows));
    expect(negotiateCompression("gzip, zstd, br")).toBe("zstd");
  });
});
