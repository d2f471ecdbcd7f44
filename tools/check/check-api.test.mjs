import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkApi, writeApi } from "./check-api.mjs";
import { makeTree } from "./make-tree.mjs";

const manifest = JSON.stringify({
  name: "@wellhead/sdk",
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
});
/** @type {Record<string, string>} */
const built = {
  "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
  "packages/sdk/package.json": manifest,
  "packages/sdk/dist/index.d.ts":
    'export { a as b, type C } from "./deep/a.js";\nexport { far } from "far";\nexport declare const list: readonly string[];\n',
  "packages/sdk/dist/deep/a.d.ts":
    "/** Adds. */\nexport declare function a(one: number): number;\nexport declare function a(one: string): string;\nexport interface C {\n  /** Why. */\n  readonly d: string;\n}\ndeclare const hidden = 1;\n",
};

describe("writeApi()", () => {
  it("writes every export with its declaration, followed to the file that declares it, without comments", () => {
    const root = makeTree(built);
    expect(writeApi(root)).toEqual(["packages/sdk/api.md"]);
    expect(checkApi(root)).toEqual([]);
    expect(writeApi(root)).toEqual([]);
  });
});

describe("checkApi()", () => {
  it.each([
    ["an export that was removed", 'export { a as b } from "./deep/a.js";\n'],
    ["an export that was added", `${built["packages/sdk/dist/index.d.ts"]}export declare const more = 1;\n`],
  ])("reports %s", (_what, index) => {
    const root = makeTree(built);
    writeApi(root);
    const report = makeTree({ ...built, "packages/sdk/dist/index.d.ts": index, ...reportOf(root) });
    expect(checkApi(report)).toMatchObject([{ file: "packages/sdk/api.md" }]);
  });

  it("reports a declaration that was changed, at its line, and not its comments", () => {
    const root = makeTree(built);
    writeApi(root);
    const deep = built["packages/sdk/dist/deep/a.d.ts"] ?? "";
    const same = {
      ...built,
      "packages/sdk/dist/deep/a.d.ts": deep.replace("Adds", "Sums"),
      ...reportOf(root),
    };
    expect(checkApi(makeTree(same))).toEqual([]);
    const other = { ...same, "packages/sdk/dist/deep/a.d.ts": deep.replace("d: string", "d: number") };
    expect(checkApi(makeTree(other))).toMatchObject([{ file: "packages/sdk/api.md", line: 7 }]);
  });
});

/**
 * @param {string} root A tree with a report.
 * @returns {Record<string, string>} The report by its path.
 */
function reportOf(root) {
  return { "packages/sdk/api.md": readFileSync(join(root, "packages/sdk/api.md"), "utf8") };
}
