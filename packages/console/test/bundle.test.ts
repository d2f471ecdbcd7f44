import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../dist/page/", import.meta.url));
/** Of the scripts, the styles and the document that come before the first row. */
const maxFirstBytes = 100_000;
/** Of all that a chart loads after the first rows, as the service sends it. The chart library has most of it. */
const maxChartBytes = 150_000;

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
    .matchAll(/(?:^|[;}])(?:im|ex)port(?:[\w{}$,*\s]+from)?\s*["']\.\/([\w.-]+\.js)["']/g);
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
});

/** The scripts whose loading shows a chart of each kind; `plot-panel` and `plot-canvas` are those of all kinds. */
const kinds = ["line", "bar", "pie", "scatter", "box", "heat-map"];

test.each(kinds)("all that a chart of a kind loads has at most 150 kB: %s", async (kind) => {
  const names = await readdir(`${folder}assets`);
  const page = await readFile(`${folder}index.html`, "utf8");
  const entry = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(page)?.[1] ?? "";
  const first = await loadedAtOnce(entry);
  const loaded = new Map<string, Buffer>();
  for (const start of ["plot-panel", "plot-canvas", kind]) {
    const found = names.filter((name) => new RegExp(`^${start}-[\\w-]{8}\\.js$`).test(name));
    expect(found.length, start).toBe(1);
    await loadedAtOnce(`assets/${found[0] ?? ""}`, loaded);
  }
  const paths = [...loaded.keys()].filter((path) => !first.has(path));
  const sent = await Promise.all(
    paths.map(async (path) => {
      const isCompressed = names.includes(`${path.slice("assets/".length)}.br`);
      return (await readFile(`${folder}${path}${isCompressed ? ".br" : ""}`)).length;
    }),
  );
  const total = sent.reduce((sum, size) => sum + size, 0);
  const list = paths.map((path, at) => `${path}: ${sent[at] ?? 0}`).join("\n");
  expect(total, list).toBeGreaterThan(100_000);
  expect(total, list).toBeLessThanOrEqual(maxChartBytes);
});
