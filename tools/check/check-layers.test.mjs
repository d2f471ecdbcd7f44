import { describe, expect, it } from "vitest";
import { checkLayers } from "./check-layers.mjs";
import { makeTree } from "./make-tree.mjs";

const layers = { "packages/a": ["low other", "low/child", "high", "."] };

/**
 * @param {string} file The importing file, relative to `src`.
 * @param {string} text Its content.
 * @returns {string[]} The messages of the check.
 */
function messages(file, text) {
  const root = makeTree({
    "packages/a/src/index.ts": 'import "./high/a.js";',
    "packages/a/src/high/a.ts": 'import "../low/a.js";\nimport "../low/child/a.js";\nimport "./b.js";',
    "packages/a/src/low/a.ts": "",
    "packages/a/src/low/child/a.ts": 'import "../a.js";',
    "packages/a/src/other/a.ts": "",
    "packages/b/src/low/a.ts": 'import "../high/a.js";',
    [`packages/a/src/${file}`]: text,
  });
  return checkLayers(root, layers).map(({ message }) => message);
}

describe("checkLayers()", () => {
  it("accepts imports of lower folders, of the own folder and of tests", () => {
    expect(messages("low/a.test.ts", 'import "../high/a.js";')).toEqual([]);
  });

  it.each([
    ["low/b.ts", 'import type { A } from "../high/a.js";'],
    ["low/b.ts", 'export { a } from "../index.js";'],
    ["low/b.ts", 'import { a } from "../other/a.js";'],
    ["low/b.ts", 'import { a } from "./child/a.js";'],
    ["high/c.ts", 'import { a } from "../index.js";'],
  ])("reports in %s: %s", (file, text) => {
    expect(messages(file, text)).toEqual([
      expect.stringMatching(/^imports ".+": .+ not below "(?:low|high)"/),
    ]);
  });

  it("reports a folder that has no row", () => {
    expect(messages("new/a.ts", "")).toEqual([expect.stringContaining('is in the folder "new"')]);
  });
});
