import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { expect, test } from "vitest";
import { wholeLines } from "./chunks.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function usedMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

async function textOf(lines: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  for await (const bytes of lines) texts.push(Buffer.from(bytes).toString());
  return texts;
}

test("wholeLines() returns every byte, however the body is cut, and ends the last line", async () => {
  const text = "a\nbb\n\nccc";
  for (let size = 1; size <= text.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      Buffer.from(text.slice(index * size, (index + 1) * size)),
    );
    async function* body() {
      yield* chunks;
    }
    const read = await textOf(wholeLines(body()));
    expect(read.join("")).toBe(`${text}\n`);
    expect(read.every((lines) => lines.endsWith("\n"))).toBe(true);
  }
});

test("wholeLines() copies only lines that arrive in pieces, of any length", async () => {
  const whole = Buffer.from("a\nb\n");
  const long = Buffer.from(`${"x".repeat(5000)}\n`);
  const pieces = Array.from({ length: 8 }, (_, index) => long.subarray(700 * index, 700 * (index + 1)));
  async function* body() {
    yield* [whole, ...pieces, Buffer.from("y"), Buffer.from("z\nc\nd"), Buffer.from("\n")];
  }
  const read: Uint8Array[] = [];
  for await (const lines of wholeLines(body())) read.push(lines);
  expect(read.map((lines) => Buffer.from(lines).toString())).toEqual([
    "a\nb\n",
    long.toString(),
    "yz\n",
    "c\n",
    "d\n",
  ]);
  expect(read[0]?.buffer).toBe(whole.buffer);
});

test("wholeLines() returns a line whose pieces outgrow the memory that it began with, and those after it", async () => {
  const lines = `${"x".repeat(5000)}\n${"y".repeat(700)}\n`;
  const pieces = Array.from({ length: 9 }, (_, index) => lines.slice(700 * index, 700 * (index + 1)));
  async function* chunks() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const parts: Uint8Array[] = [];
  for await (const part of wholeLines(chunks())) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe(lines);
});

test.runIf(isLong)("wholeLines() returns lines that arrive in pieces up to 64 MiB", async () => {
  const longest = new Uint8Array(64 * 1024 * 1024).fill(120);
  const read = async (...chunks: readonly Uint8Array[]): Promise<number> => {
    async function* body() {
      yield* chunks;
    }
    let length = 0;
    for await (const lines of wholeLines(body())) length += lines.length;
    return length;
  };
  const end = Buffer.from("\n");
  expect(await read(longest, end)).toBe(longest.length + 1);
  expect(await read(Buffer.concat([longest, end]))).toBe(longest.length + 1);
  await expect(read(longest, Buffer.from("x"))).rejects.toThrow("a line is longer than 67108864 bytes");
});

test.runIf(isLong)(
  "wholeLines() holds a line in chunks of one byte in little more memory than its bytes",
  async () => {
    const count = 100_000;
    let heldMb = Number.POSITIVE_INFINITY;
    async function* body() {
      const before = usedMb();
      for (let index = 0; index < count; index += 1) yield Buffer.alloc(1, "x");
      heldMb = usedMb() - before;
    }
    expect(await textOf(wholeLines(body()))).toEqual([`${"x".repeat(count)}\n`]);
    // The chunks themselves would take 19 MB.
    expect(heldMb).toBeLessThan(8);
  },
);
