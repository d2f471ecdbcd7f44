import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../dist/page/", import.meta.url));
const maxEntryBytes = 75_000;

/** Finds the scripts that are loaded before anything is shown: the entry and what it imports statically. */
async function loadedAtOnce(
  path: string,
  found = new Map<string, Buffer>(),
): Promise<ReadonlyMap<string, Buffer>> {
  if (found.has(path)) return found;
  const code = await readFile(`${folder}${path}`);
  found.set(path, code);
  const imports = code
    .toString()
    .matchAll(/(?:^|[;}])import(?:[\w{}$,*\s]+from)?\s*["']\.\/([\w.-]+\.js)["']/g);
  for (const [, name] of imports) await loadedAtOnce(`assets/${name}`, found);
  return found;
}

test("the page loads little before it can be used: charts and the editor come when they are shown", async () => {
  const page = await readFile(`${folder}index.html`, "utf8");
  const entry = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(page)?.[1] ?? "";
  const scripts = await loadedAtOnce(entry);
  const sizes = [...scripts.values()].map((code) => gzipSync(code).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(1);
  expect(total).toBeGreaterThan(20_000);
  expect(total, [...scripts.keys()].join(", ")).toBeLessThan(maxEntryBytes);
});
