import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "./list-files.mjs";
import { LONG_FORMS, LONG_ONLY, listPropertyTests } from "./long-forms.mjs";

const root = join(import.meta.dirname, "..");

test("LONG_FORMS lists every test file that asks for its long form, and no file that is missing", () => {
  const asking = listFiles(root).filter(
    (path) => path.endsWith(".test.ts") && readFileSync(join(root, path), "utf8").includes("WELLHEAD_LONG"),
  );
  expect(asking.length).toBeGreaterThan(0);
  const listed = [...LONG_FORMS, ...LONG_ONLY];
  expect(asking.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(LONG_ONLY.filter((path) => asking.includes(path))).toEqual([]);
});

test("listPropertyTests() finds the files whose properties try more values in the long form", () => {
  const found = listPropertyTests(root);
  expect(found).toContain("packages/runtime/src/http/items/json-items.test.ts");
  expect(found).not.toContain("packages/cli/src/commands/serve.test.ts");
});
