import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { typeScriptLoader } from "../../dist/serve/typescript-loader.js";

const project = mkdtempSync(join(realpathSync(tmpdir()), "loader-"));
afterAll(() => rmSync(project, { recursive: true }));

async function load(text: string): Promise<unknown> {
  const file = join(project, "source", "value.ts");
  writeFileSync(file, text);
  // Node remembers the module of a process; another start does not have it.
  delete createRequire(import.meta.url).cache[file];
  return await typeScriptLoader(join(project, "source"), { isCached: true }).import(file, { default: true });
}

test("a changed module is compiled again, and only a project with node_modules gets a cache", async () => {
  mkdirSync(join(project, "source"));
  expect(await load("export default 1 as number;")).toBe(1);
  expect(readdirSync(project)).toEqual(["source"]);
  mkdirSync(join(project, "node_modules"));
  expect(await load("export default 2 as number;")).toBe(2);
  expect(readdirSync(join(project, "node_modules/.cache/wellhead"))).toHaveLength(1);
  expect(await load("export default 3 as number;")).toBe(3);
  expect(await load("export default 2 as number;")).toBe(2);
});
