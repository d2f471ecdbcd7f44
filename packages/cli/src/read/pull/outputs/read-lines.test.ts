import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLines } from "./read-lines.js";

test.each([
  ["lines that can be used as they are", true],
  ["texts", false],
])("`readLines()` returns every row once as %s, however long it is", async (_, arePlain) => {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-lines-"));
  // Rows end within the chunks in which the file is read, at their ends, and after several of them.
  const sizes = [1, 2 ** 20 - 2, 2 ** 20 - 1, 3, 2 ** 21 + 5, 2 ** 20, 7];
  const rows = sizes.map((size, index) => String(index).repeat(size));
  try {
    await writeFile(join(folder, "rows"), rows.map((row) => `${row}\n`).join(""));
    const read: string[] = [];
    let counted = 0;
    const count = (lines: Uint8Array) => (arePlain ? lines.filter((byte) => byte === 10).length : undefined);
    for await (const part of readLines(join(folder, "rows"), count)) {
      const texts =
        "texts" in part ? part.texts : new TextDecoder().decode(part.lines).split("\n").slice(0, -1);
      read.push(...texts);
      counted += "texts" in part ? texts.length : part.rows;
      expect(part.bytes).toBe(texts.join("\n").length + 1);
      expect("texts" in part).toBe(!arePlain);
    }
    expect(read.map(({ length }) => length)).toEqual(sizes);
    expect(read.every((row, index) => row === rows[index])).toBe(true);
    expect(counted).toBe(rows.length);
  } finally {
    await rm(folder, { recursive: true });
  }
});
