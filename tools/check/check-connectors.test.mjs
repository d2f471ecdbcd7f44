import { describe, expect, it } from "vitest";
import { checkConnectors } from "./check-connectors.mjs";
import { makeTree } from "./make-tree.mjs";

/** @type {Record<string, string>} */
const WHOLE = {
  "connectors/files/package.json": '{ "name": "@wellhead/files" }',
  "connectors/files/tsconfig.json": "{}",
  "connectors/files/README.md": "# Files",
  "connectors/files/logo.svg": "<svg/>",
  "connectors/files/src/index.ts": "",
  "connectors/files/src/index.test.ts": "",
  "connectors/README.md": "| Connector |\n| --- |\n| [files](files/README.md) |\n",
};

describe("checkConnectors()", () => {
  it("accepts a connector when all its files are there", () => {
    expect(checkConnectors(makeTree(WHOLE))).toEqual([]);
  });

  it.each(["package.json", "tsconfig.json", "README.md", "logo.svg", "src/index.ts"])(
    "reports a missing %s",
    (name) => {
      const path = `connectors/files/${name}`;
      const files = Object.fromEntries(Object.entries(WHOLE).filter(([file]) => file !== path));
      expect(checkConnectors(makeTree(files))).toContainEqual({
        file: path,
        line: 1,
        message: "is missing: every connector has it",
      });
    },
  );

  it.each([
    [
      "another name",
      { "connectors/files/package.json": '{ "name": "files" }' },
      'asks for "@wellhead/files"',
    ],
    ["no row in the table", { "connectors/README.md": "See [files](files/README.md)." }, "has no row"],
  ])("reports a connector with %s", (_what, change, wanted) => {
    const problems = checkConnectors(makeTree({ ...WHOLE, ...change }));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(wanted)]);
  });

  it("reports a connector without a test", () => {
    const { "connectors/files/src/index.test.ts": _test, ...files } = WHOLE;
    expect(checkConnectors(makeTree(files))).toMatchObject([{ file: "connectors/files", line: 1 }]);
  });

  it("asks for no row when there is no table yet", () => {
    const { "connectors/README.md": _table, ...files } = WHOLE;
    expect(checkConnectors(makeTree(files))).toEqual([]);
  });
});
