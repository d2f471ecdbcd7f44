import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "./list-files.mjs";
import { LONG_FORMS, LONG_ONLY } from "./long-forms.mjs";

const root = join(import.meta.dirname, "..");

test("LONG_FORMS lists every test file that asks for its long form or tries random values, and no file that is missing", () => {
  const asking = listFiles(root).filter(
    (path) =>
      path.endsWith(".test.ts") && /WELLHEAD_LONG|"fast-check"/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(asking.length).toBeGreaterThan(0);
  const listed = [...LONG_FORMS, ...LONG_ONLY];
  expect(asking.filter((path) => !listed.includes(path))).toEqual([]);
  expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(LONG_ONLY.filter((path) => asking.includes(path))).toEqual([]);
});
