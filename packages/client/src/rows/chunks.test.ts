import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { wholeLines } from "./chunks.js";

const isLong = process.env["WELLHEAD_LONG"] !== undefined;

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
