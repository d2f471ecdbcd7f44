import { expect, it } from "vitest";
import { loadBuiltModules } from "./load-built-modules.mjs";

const folder = new URL("../../packages/rows/", import.meta.url).pathname;
/** @param {string} source @param {string} importer */
const resolveFrom = (source, importer) => loadBuiltModules.resolveId(source, `${folder}${importer}`);

it("a source that is built is loaded from `dist`", () => {
  expect(resolveFrom("./row-writer.js", "src/row-writer.test.ts")).toBe(`${folder}dist/row-writer.js`);
  expect(resolveFrom("../src/index.js", "test/any.test.ts")).toBe(`${folder}dist/index.js`);
});

it("what is not built and what is not a source are resolved as usual", () => {
  expect(resolveFrom("./not-there.js", "src/row-writer.test.ts")).toBeUndefined();
  expect(resolveFrom("@wellhead/rows", "src/row-writer.test.ts")).toBeUndefined();
  expect(resolveFrom("./helper.js", "test/any.test.ts")).toBeUndefined();
});
