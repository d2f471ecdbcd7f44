import { Buffer } from "node:buffer";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, test } from "vitest";
import { collectBody } from "../read-body.js";
import { JsonItems } from "./json-items.js";
import { LineItems } from "./line-items.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function usedMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const count = 100_000;

/** Yields a text in chunks of one byte, and passes the memory they take in the end to `measured`. */
function* chunksOf(text: string, measured: (mb: number) => void): Generator<Uint8Array> {
  const before = usedMb();
  for (let index = 0; index < text.length; index += 1) yield Buffer.alloc(1, text.charCodeAt(index));
  measured(usedMb() - before);
}

async function* arriving(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

const long = "x".repeat(count);
const limits = { bytes: 2 * count, depth: 5 };

test.runIf(isLong).each([
  [
    "a whole body",
    long,
    async (chunks: Iterable<Uint8Array>) => {
      const bytes = await collectBody(arriving(chunks), limits.bytes);
      expect(bytes.toString()).toBe(long);
    },
  ],
  [
    "one item of a list",
    `["${long}`,
    async (chunks: Iterable<Uint8Array>) => {
      const items = new JsonItems({ ...limits, path: "" });
      for (const chunk of chunks) items.push(chunk);
      expect(items.push(Buffer.from('"]'))).toEqual([long]);
    },
  ],
  [
    "what is around a list",
    `{"more":"${long}"`,
    async (chunks: Iterable<Uint8Array>) => {
      const items = new JsonItems({ ...limits, path: "items" });
      for (const chunk of chunks) items.push(chunk);
      expect(items.push(Buffer.from(',"items":[1]}'))).toEqual([1]);
    },
  ],
  [
    "a line",
    `"${long}`,
    async (chunks: Iterable<Uint8Array>) => {
      const items = new LineItems(limits);
      for (const chunk of chunks) items.push(chunk);
      expect(items.push(Buffer.from('"\n'))).toEqual([long]);
    },
  ],
])("%s in chunks of one byte takes little more memory than its bytes", async (_part, text, read) => {
  let heldMb = Number.POSITIVE_INFINITY;
  await read(chunksOf(text, (mb) => (heldMb = mb)));
  // The chunks themselves would take 19 MB.
  expect(heldMb).toBeLessThan(8);
});
