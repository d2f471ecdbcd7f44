import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findWorkspaces } from "./find-workspaces.mjs";

/** @import { Problem } from "./problem.mjs" */

/**
 * Checks that the root `tsconfig.json` references every package that has one of its own. The compiler silently skips
 * packages that are not referenced.
 *
 * @param {string} root Root of the tree.
 * @returns {Problem[]} One for each package that is not referenced.
 */
export function checkReferences(root) {
  const path = join(root, "tsconfig.json");
  const config = /** @type {{ references?: readonly { path: string }[] }} */ (
    existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
  );
  const referenced = new Set((config.references ?? []).map((one) => one.path.replace(/^\.\//, "")));
  return findWorkspaces(root)
    .filter(({ folder }) => existsSync(join(root, folder, "tsconfig.json")) && !referenced.has(folder))
    .map(({ folder }) => ({
      file: "tsconfig.json",
      line: 1,
      message: `does not refer to "${folder}": add it to references, or it is never compiled`,
    }));
}
