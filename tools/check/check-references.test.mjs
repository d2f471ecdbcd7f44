import { describe, expect, it } from "vitest";
import { checkReferences } from "./check-references.mjs";
import { makeTree } from "./make-tree.mjs";

describe("checkReferences()", () => {
  const packages = { "packages/sdk/tsconfig.json": "{}", "tools/tsconfig.json": "{}" };

  it("accepts a root that refers to every package", () => {
    const references = [{ path: "./packages/sdk" }, { path: "tools" }];
    const root = makeTree({ ...packages, "tsconfig.json": JSON.stringify({ references }) });
    expect(checkReferences(root)).toEqual([]);
  });

  it("reports a package when the root leaves it out", () => {
    const references = [{ path: "tools" }];
    const root = makeTree({ ...packages, "tsconfig.json": JSON.stringify({ references }) });
    expect(checkReferences(root)).toMatchObject([{ message: expect.stringContaining('"packages/sdk"') }]);
  });
});
