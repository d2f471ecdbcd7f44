import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { describe, expect, it } from "vitest";
import { parseCsvLine } from "./parse-csv-line.js";
import { splitLines } from "./split-lines.js";

async function split(text: string, cuts: readonly number[] = []): Promise<string[]> {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  async function* pieces() {
    for (const [index, place] of places.entries()) yield text.slice(place, places[index + 1]);
  }
  const lines: string[] = [];
  for await (const batch of splitLines(pieces())) lines.push(...batch.lines);
  return lines;
}

describe("splitLines()", () => {
  it("ends lines at line feeds outside quoted cells", async () => {
    const text = 'a,"b\n""c",d\r\n\n1;"2\n3"\r\nlast';
    const lines = ['a,"b\n""c",d', '1;"2\n3"', "last"];
    expect(await split(text)).toEqual(lines);
    expect(await split(text, [1, 2, 3, 5, 8, 9, 10, 11, 12, 14, 17, 20])).toEqual(lines);
  });

  it("takes a quote inside a plain cell for a sign of it", async () => {
    expect(await split('5" pipe,1\n6" pipe,2\n')).toEqual(['5" pipe,1', '6" pipe,2']);
  });

  it("fails on a quoted cell that is cut", async () => {
    await expect(split('a,b\n1,"cut')).rejects.toMatchObject({ code: "upstream_invalid" });
  });

  it("fails on a line that never ends", async () => {
    await expect(split("x".repeat(17 * 1024 * 1024), [1])).rejects.toMatchObject({
      code: "upstream_invalid",
    });
  });

  it.runIf(isLong)(
    "takes little more memory than its bytes for a line in pieces of one character",
    async () => {
      setFlagsFromString("--expose-gc");
      const collectGarbage: () => void = runInNewContext("gc");
      const usedMb = (): number => {
        collectGarbage();
        return process.memoryUsage().heapUsed / 1e6;
      };
      let heldMb = Number.POSITIVE_INFINITY;
      async function* chunks() {
        const before = usedMb();
        for (let index = 0; index < 300_000; index += 1) yield "x";
        heldMb = usedMb() - before;
      }
      const lengths: number[] = [];
      for await (const { lines } of splitLines(chunks())) lengths.push(...lines.map(({ length }) => length));
      expect(lengths).toEqual([300_000]);
      // One string for each chunk would take 9 MB.
      expect(heldMb).toBeLessThan(4);
    },
  );

  it("keeps every cell, wherever the pieces end", async () => {
    const rows = [
      ['x"a"', "x\n\n", "x,"],
      ["x;", 'x""', "x\r\n"],
    ];
    const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\r\n");
    for (let at = 0; at <= Buffer.byteLength(text); at += 1) {
      const lines = await split(text, [at]);
      expect(lines.map((line) => parseCsvLine(line, ","))).toEqual(rows);
    }
  });
});
