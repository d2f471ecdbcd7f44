import { buffer } from "node:stream/consumers";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Compression, makeCompressor } from "./compression.js";

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
