import { describe, expect, it } from "vitest";
import { checkImports } from "./check-imports.mjs";
import { makeTree } from "./make-tree.mjs";

/** @type {Record<string, string>} */
const MANIFESTS = Object.fromEntries(
  [
    "packages/contract",
    "packages/sdk",
    "packages/server",
    "packages/cli",
    "connectors/files",
    "connectors/other",
  ].map((folder) => [
    `${folder}/package.json`,
    JSON.stringify({ name: `@wellhead/${folder.split("/")[1]}` }),
  ]),
);

/**
 * @param {string} file The importing file.
 * @param {string} source The importing code.
 * @returns {string[]} The messages of the check.
 */
function messages(file, source) {
  return checkImports(makeTree({ ...MANIFESTS, [file]: source })).map(({ message }) => message);
}

describe("checkImports()", () => {
  it.each([
    ["packages/sdk/src/a.ts", 'import { x } from "@wellhead/contract";'],
    ["packages/server/src/a.ts", 'import type { X } from "@wellhead/sdk";'],
    ["packages/cli/src/a.ts", 'import files from "@wellhead/files";\nawait import(process.argv[2] ?? "");'],
    [
      "connectors/files/src/a.ts",
      'import { readFile } from "node:fs/promises";\nimport { x } from "./b.js";',
    ],
    ["connectors/files/src/a.test.ts", 'import { createApp } from "@wellhead/server";'],
    ["packages/contract/src/a.test.ts", 'import { readFileSync } from "node:fs";'],
    ["packages/contract/src/a.ts", 'import { Type } from "typebox";\n// import { y } from "@wellhead/sdk";'],
    ["bench/a.ts", 'import { createApp } from "@wellhead/server";'],
  ])("accepts what the arrows allow in %s", (file, source) => {
    expect(messages(file, source)).toEqual([]);
  });

  it.each([
    ["packages/contract/src/a.ts", 'import { x } from "@wellhead/sdk";', "no arrow from packages/contract"],
    ["packages/sdk/src/a.ts", 'import type { X } from "@wellhead/server";', "no arrow from packages/sdk"],
    ["packages/sdk/src/a.ts", 'export { x } from "@wellhead/server";', "no arrow from packages/sdk"],
    ["packages/sdk/src/a.ts", 'export * from "@wellhead/server";', "no arrow from packages/sdk"],
    ["packages/sdk/src/a.ts", 'await import("@wellhead/server");', "no arrow from packages/sdk"],
    ["packages/sdk/src/a.ts", 'type X = import("@wellhead/server").X;', "no arrow from packages/sdk"],
    ["packages/sdk/src/a.ts", 'require("@wellhead/server");', "no arrow from packages/sdk"],
    ["packages/server/src/a.ts", 'import files from "@wellhead/files";', "no arrow from packages/server"],
    [
      "packages/server/src/a.test.ts",
      'import files from "@wellhead/files";',
      "no arrow from packages/server",
    ],
    [
      "connectors/files/src/a.ts",
      'import { x } from "@wellhead/contract";',
      "no arrow from connectors/files",
    ],
    ["connectors/files/src/a.ts", 'import x from "@wellhead/other";', "no arrow from connectors/files"],
    ["connectors/files/src/a.ts", 'import { x } from "@wellhead/server";', "no arrow from connectors/files"],
    ["packages/sdk/src/a.ts", 'import { x } from "@wellhead/contract/dist/a.js";', "does not export"],
    ["packages/sdk/src/a.ts", 'import { x } from "../../contract/src/a.js";', "outside its own package"],
    ["examples/story/a.ts", 'import { x } from "../../packages/sdk/src/a.js";', "outside its own package"],
    ["packages/contract/src/a.ts", 'import { readFileSync } from "node:fs";', "must run without Node"],
    ["packages/contract/src/a.ts", 'import { readFileSync } from "fs";', "must run without Node"],
    ["connectors/files/src/a.ts", "await import(name);", "imports a computed name"],
  ])("reports %s with %s", (file, source, wanted) => {
    expect(messages(file, source)).toEqual([expect.stringContaining(wanted)]);
  });

  it("accepts a subpath when the package exports it", () => {
    const manifest = JSON.stringify({
      name: "@wellhead/contract",
      exports: { ".": "./a.js", "./dates": "./b.js" },
    });
    const root = makeTree({
      ...MANIFESTS,
      "packages/contract/package.json": manifest,
      "packages/sdk/src/a.ts": 'import { x } from "@wellhead/contract/dates";',
    });
    expect(checkImports(root)).toEqual([]);
  });

  it("reports a dependency against the arrows when no file uses it yet", () => {
    const manifest = JSON.stringify({ name: "@wellhead/sdk", dependencies: { "@wellhead/server": "0.1.0" } });
    expect(messages("packages/sdk/package.json", manifest)).toEqual([expect.stringContaining("no arrow")]);
  });

  it("reports a package when the table of arrows does not know it", () => {
    expect(messages("packages/newcomer/package.json", "{}")).toEqual([expect.stringContaining("arrows.mjs")]);
  });

  it("names the line when an import stands lower in the file", () => {
    const root = makeTree({ ...MANIFESTS, "packages/sdk/src/a.ts": '\n\nimport "@wellhead/server";\n' });
    expect(checkImports(root)).toMatchObject([{ file: "packages/sdk/src/a.ts", line: 3 }]);
  });

  it("throws when a file cannot be parsed", () => {
    expect(() => messages("packages/sdk/src/a.ts", "import {")).toThrow(
      /Parsing "packages\/sdk\/src\/a.ts" failed/,
    );
  });
});
