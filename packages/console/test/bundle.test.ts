import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../dist/page/", import.meta.url));
/** Of the scripts, the styles and the document that come before the first row. */
const maxFirstBytes = 100_000;
/** As the service sends it, compressed with brotli. The core of the chart library with lines and axes has 130 kB. */
const maxChartBytes = 200_000;

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
  const styles = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(styles.length).toBeGreaterThan(0);
  for (const path of styles) sizes.push(gzipSync(await readFile(`${folder}${path}`)).length);
  const total = sizes.reduce((sum, size) => sum + size, gzipSync(page).length);
  expect(scripts.size).toBeGreaterThan(1);
  expect(total).toBeGreaterThan(20_000);
  expect(total, [...scripts.keys()].join(", ")).toBeLessThan(maxFirstBytes);
  const chart = (await readdir(`${folder}assets`)).filter((name) => /^plot-panel-.*\.js\.br$/.test(name));
  expect(chart.length).toBe(1);
  expect((await readFile(`${folder}assets/${chart[0] ?? ""}`)).length).toBeLessThan(maxChartBytes);
});
