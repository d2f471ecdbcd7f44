import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeTree } from "./make-tree.mjs";

const SCRIPT = fileURLToPath(new URL("./check.mjs", import.meta.url));

/**
 * @param {string} cwd The tree to check.
 * @param {readonly string[]} parameters Arguments of the command.
 * @returns {{ status: number | null, stdout: string, stderr: string }} The result of the command.
 */
function check(cwd, parameters = []) {
  return spawnSync(process.execPath, [SCRIPT, ...parameters], { cwd, encoding: "utf8" });
}

describe("check.mjs", () => {
  it("prints nothing and exits with 0 when all is well", () => {
    expect(check(makeTree({ "README.md": "# Title\n" }))).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("names the place and the check and exits with 1 when something is wrong", () => {
    const { status, stdout } = check(makeTree({ "README.md": "# Title\n[a](b.md)\n" }));
    expect(stdout).toBe('README.md:2 links to "b.md", which does not exist [links]\n');
    expect(status).toBe(1);
  });

  it("runs only the checks it is asked for", () => {
    expect(check(makeTree({ "README.md": "[a](b.md)\n" }), ["words"])).toMatchObject({
      status: 0,
      stdout: "",
    });
  });

  it("fails when asked for a check that does not exist", () => {
    const { status, stderr } = check(makeTree({}), ["spelling"]);
    expect(stderr).toContain('Checking "spelling" failed: the checks are imports');
    expect(status).toBe(1);
  });

  it("refreshes snippets before it checks them when told to write", () => {
    const root = makeTree({ "README.md": "```json snippet=a.json\nold\n```\n", "a.json": "{}\n" });
    expect(check(root, ["--write", "snippets"])).toMatchObject({
      status: 0,
      stdout: "refreshed README.md\n",
    });
  });
});
