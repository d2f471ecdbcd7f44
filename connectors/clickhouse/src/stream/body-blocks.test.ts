import { Buffer } from "node:buffer";
import { PassThrough, Readable } from "node:stream";
import { isConnectorError } from "@wellhead/sdk";
import { array, assert, asyncProperty, integer, oneof } from "fast-check";
import { expect, it } from "vitest";
import { BodyBlocks } from "./body-blocks.js";

async function blocksOf(body: Readable): Promise<readonly Buffer[]> {
  const blocks = new BodyBlocks(body);
  const taken: Buffer[] = [];
  for (let block = await blocks.take(); block !== undefined; block = await blocks.take()) taken.push(block);
  return taken;
}

/** Cuts bytes into parts of the given sizes, again and again. */
function* partsOf(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

it("`BodyBlocks` keeps every byte, and ends each block but the last one with a line", async () => {
  const lengths = array(oneof(integer({ min: 0, max: 300 }), integer({ min: 0, max: 600_000 })), {
    maxLength: 12,
  });
  const sizes = array(oneof(integer({ min: 50, max: 5000 }), integer({ min: 5000, max: 400_000 })), {
    minLength: 1,
    maxLength: 4,
  });
  await assert(
    asyncProperty(lengths, sizes, integer({ min: 0, max: 3 }), async (lines, parts, unended) => {
      const text = lines.map((length, index) => `${String(index % 10).repeat(length)}\n`).join("");
      const body = Buffer.from(`${text}${"z".repeat(unended)}`);
      const blocks = await blocksOf(Readable.from(partsOf(body, parts)));
      expect(Buffer.concat(blocks).equals(body)).toBe(true);
      for (const block of blocks.slice(0, unended > 0 ? -1 : undefined)) expect(block.at(-1)).toBe(0x0a);
      // Each block has memory of its own, which its reader may send to another thread.
      expect(new Set(blocks.map(({ buffer }) => buffer)).size).toBe(blocks.length);
    }),
    { numRuns: 40 },
  );
});

it("`BodyBlocks` joins small parts, so that a server that sends 4 KiB at a time costs no more work", async () => {
  const body = Buffer.from(`${"x".repeat(99)}\n`.repeat(100_000));
  const blocks = await blocksOf(Readable.from(Array.from(partsOf(body, [4096]))));
  // Parts may also be sent after a delay, but not each of the 2,442.
  expect(blocks.length).toBeLessThan(200);
});

it("`BodyBlocks` stops reading when nobody takes the blocks", async () => {
  let sent = 0;
  const part = Buffer.from(`${"x".repeat(65_535)}\n`);
  const body = new Readable({
    read() {
      sent += part.length;
      this.push(sent > 64 * 2 ** 20 ? null : part);
    },
  });
  const blocks = new BodyBlocks(body);
  while (!blocks.isPaused) await new Promise(setImmediate);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(sent).toBeLessThan(4 * 2 ** 20);
  let taken = 0;
  for (let block = await blocks.take(); block !== undefined; block = await blocks.take())
    taken += block.length;
  expect(taken).toBe(64 * 2 ** 20);
});

it("`BodyBlocks` sends what has arrived to a reader that waits, before the block is full", async () => {
  const body = new PassThrough();
  const blocks = new BodyBlocks(body);
  const first = blocks.take();
  body.write("one\ntw");
  expect(String(await first)).toBe("one\n");
  body.end("o\n");
  expect(String(await blocks.take())).toBe("two\n");
  expect(await blocks.take()).toBeUndefined();
});

it("`BodyBlocks` yields the whole lines before an error, and then the error", async () => {
  const body = new PassThrough();
  const blocks = new BodyBlocks(body);
  body.write("one\ntw");
  await new Promise(setImmediate);
  body.destroy(new Error("reset"));
  expect(String(await blocks.take())).toBe("one\n");
  await expect(blocks.take()).rejects.toMatchObject({ code: "upstream_unavailable" });
});

it.each([
  [63, [63 * 2 ** 20 + 1]],
  [65, "upstream_invalid"],
  [100, "upstream_invalid"],
  [129, "upstream_invalid"],
])("`BodyBlocks` accepts a line of at most 64 MiB, here of %i MiB", async (mebibytes, wanted) => {
  const part = Buffer.alloc(65_536, "x");
  const parts = Array.from({ length: mebibytes * 16 }, () => part);
  const outcome = await blocksOf(Readable.from([...parts, Buffer.from("\n")])).then(
    (blocks) => blocks.map(({ length }) => length),
    (error: unknown) => (isConnectorError(error) ? error.code : error),
  );
  expect(outcome).toEqual(wanted);
});
