import { describe, expect, it } from "vitest";
import { checkSmallFiles } from "./check-small-files.mjs";
import { makeTree } from "./make-tree.mjs";

const small = "export const a = 1;\n";
const useA = 'import { a } from "./a.js";\n';

/**
 * @param {Record<string, string>} files Files in `src` of a package.
 * @param {ReadonlyMap<string, string>} [allowed] Files that may be small.
 * @returns {string[]} The files with a problem.
 */
function faults(files, allowed = new Map()) {
  const tree = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`packages/rows/src/${file}`, text]),
  );
  return checkSmallFiles(makeTree(tree), allowed).map(({ file }) => file.replace("packages/rows/src/", ""));
}

describe("checkSmallFiles()", () => {
  it("reports a small file with a single importer next to it, types included", () => {
    expect(faults({ "x/a.ts": small, "x/b.ts": useA })).toEqual(["x/a.ts"]);
    expect(faults({ "x/a.ts": small, "x/b.ts": 'import type { A } from "./a.js";\n' })).toEqual(["x/a.ts"]);
    expect(faults({ "x/a.ts": `${small}\n`.repeat(19), "x/b.ts": useA })).toEqual(["x/a.ts"]);
  });

  it.each([
    ["two importers", { "x/a.ts": small, "x/b.ts": useA, "x/c.ts": useA }],
    ["an importer in another folder", { "x/a.ts": small, "y/b.ts": 'import { a } from "../x/a.js";\n' }],
    ["a test of its own", { "x/a.ts": small, "x/b.ts": useA, "x/a.test.ts": useA }],
    ["40 lines", { "x/a.ts": `${small}\n`.repeat(20), "x/b.ts": useA }],
    ["the index as its importer", { "a.ts": small, "index.ts": 'export { a } from "./a.js";\n' }],
    ["no importer", { "x/a.ts": small }],
    ["an importer that loads it on demand", { "x/a.ts": small, "x/b.ts": 'await import("./a.js");\n' }],
  ])("accepts %s", (_what, files) => {
    expect(faults(files)).toEqual([]);
  });

  it("reports it in a component, and in every package", () => {
    expect(faults({ "x/a.tsx": small, "x/b.tsx": useA })).toEqual(["x/a.tsx"]);
    const tree = { "connectors/new/src/a.ts": small, "connectors/new/src/b.ts": useA };
    expect(checkSmallFiles(makeTree(tree), new Map()).map(({ file }) => file)).toEqual([
      "connectors/new/src/a.ts",
    ]);
  });

  it("reports it when the second importer is a test of another file", () => {
    expect(faults({ "x/a.ts": small, "x/b.ts": useA, "x/b.test.ts": useA })).toEqual(["x/a.ts"]);
  });

  it("accepts a file that is listed", () => {
    const allowed = new Map([["packages/rows/src/x/a.ts", "reason"]]);
    expect(faults({ "x/a.ts": small, "x/b.ts": useA }, allowed)).toEqual([]);
  });
});
