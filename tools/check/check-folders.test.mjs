import { describe, expect, it } from "vitest";
import { checkFolders } from "./check-folders.mjs";
import { makeTree } from "./make-tree.mjs";

describe("checkFolders()", () => {
  it.each(["utils", "helpers", "shared", "common", "core"])("reports a folder named %s", (name) => {
    const root = makeTree({ [`packages/sdk/src/${name}/a.ts`]: "" });
    expect(checkFolders(root)).toMatchObject([{ file: `packages/sdk/src/${name}` }]);
  });

  it("accepts other folders, and files of that name", () => {
    expect(checkFolders(makeTree({ "packages/sdk/src/paging/common.ts": "" }))).toEqual([]);
  });
});
